import { production } from './production.ts';
import { testCases } from './suite.ts';

testCases(production);
