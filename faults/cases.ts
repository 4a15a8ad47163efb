import type { Case } from './case.ts';
import { production } from './production.ts';

export const cases: Case[] = [...production];
