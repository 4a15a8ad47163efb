// `npm run migrate`: brings the database to this version's shape without starting the product. A start
// does the same by itself, under the same lock.
import '../server/app/env.ts';
import { command, onDatabase } from './command.ts';

command((config) =>
  onDatabase(config(), async () => 'The database has the shape that this version needs.'),
);
