// `npm run backup -- [FILE or FOLDER]`: everything in DATA_DIR that orders and episodes depend on, as
// one file, also while the product is running.
import '../server/app/env.ts';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from './archive/backup.ts';
import { exists } from './archive/files.ts';
import { command } from './command.ts';

const usage = 'Usage: npm run backup -- [FILE or FOLDER]';
const pgDump =
  'DATABASE_URL is set: back that database up with pg_dump --format=custom (docs/operations.md, Backup and restore).';

command(async (readConfig) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new Error(usage);
  const config = readConfig();
  if (config.databaseUrl) throw new Error(pgDump);
  const target = await chooseFile(positionals[0] ?? 'backups/');
  await createBackup(config.dataDir, target);
  const { size } = await stat(target);
  return [
    `The backup is in ${target} (${(size / 1e6).toFixed(1)} MB).`,
    'Keep it as secret as the database: it holds addresses, sessions and keys.',
    ...(config.s3 ? [`It does not include the sound in the bucket ${config.s3.bucket}.`] : []),
  ].join('\n');
});

/** A folder, or what is written like one, gets a file named after this minute. */
async function chooseFile(given: string): Promise<string> {
  const isFolder = /[\\/]$/.test(given) || (await stat(given).catch(() => null))?.isDirectory();
  const minute = new Date().toISOString().replace(/[-:]|\..*$/g, '');
  const file = path.resolve(isFolder ? path.join(given, `duologue-${minute}.tar.gz`) : given);
  if (await exists(file)) throw new Error(`${file} already exists: name another file.`);
  return file;
}
