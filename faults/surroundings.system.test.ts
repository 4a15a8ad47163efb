import { testCases } from './suite.ts';
import { surroundings } from './surroundings.ts';

testCases(surroundings);
