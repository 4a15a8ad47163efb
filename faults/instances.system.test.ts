import { instances } from './instances.ts';
import { testCases } from './suite.ts';

testCases(instances);
