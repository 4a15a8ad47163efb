// `npm run tidy`: lists the databases that embedded PostgreSQL keeps apart from a data folder and
// whose folder is gone; with `--yes` deletes them.
import '../server/app/env.ts';
import { parseArgs } from 'node:util';
import {
  describe,
  findOrphanedDatabases,
  removeOrphanedDatabase,
} from '../server/base/db/embedded/home.ts';
import { command } from './command.ts';

command(async () => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const orphans = await findOrphanedDatabases();
  if (!orphans.length) return 'There is nothing to tidy up.';
  if (!values.yes) return [...orphans.map(describe), ask].join('\n');
  const lines: string[] = [];
  for (const orphan of orphans) {
    await removeOrphanedDatabase(orphan).then(
      () => lines.push(`Deleted ${orphan.home}, which belonged to ${orphan.owner}.`),
      (error: Error) => lines.push(`Kept: ${error.message}`),
    );
  }
  return lines.join('\n');
});

const ask = `A folder that was renamed, or whose volume is not mounted, looks as if it were gone: start the
product there once, and its database is not listed any more. To delete all of these for good:
npm run tidy -- --yes`;
