import type { Case } from './case.ts';
import { instances } from './instances.ts';
import { production } from './production.ts';
import { surroundings } from './surroundings.ts';

export const cases: Case[] = [...production, ...surroundings, ...instances].sort(
  (one, other) => one.number - other.number,
);
