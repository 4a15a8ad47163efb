// `npm run restore -- FILE`: puts what `npm run backup` wrote into DATA_DIR, which is to be a new
// folder, or with `--force` takes the place of what is there.
import '../server/app/env.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from './archive/restore.ts';
import { command } from './command.ts';

const usage = 'Usage: npm run restore -- FILE [--force]';
const pgRestore =
  'DATABASE_URL is set: restore that database with pg_restore (docs/operations.md, Backup and restore).';

command(async (readConfig) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length) throw new Error(usage);
  const config = readConfig();
  if (config.databaseUrl) throw new Error(pgRestore);
  const { madeAt, orders, podcasts, kept } = await restoreBackup(
    path.resolve(file),
    config.dataDir,
    values.force,
  );
  return [
    `${config.dataDir} is as it was at ${madeAt}, with ${orders} orders and ${podcasts} episodes.`,
    ...kept.map(
      (place) => `What was there before is in ${place}; delete it when you no longer need it.`,
    ),
  ].join('\n');
});
