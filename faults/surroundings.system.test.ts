import { testOnce } from './suite.ts';
import { surroundings } from './surroundings.ts';

testOnce(surroundings);
