import { production } from './production.ts';
import { testOnce } from './suite.ts';

testOnce(production);
