import { instances } from './instances.ts';
import { testOnce } from './suite.ts';

testOnce(instances);
