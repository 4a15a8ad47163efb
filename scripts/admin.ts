// `npm run admin -- grant EMAIL` or `revoke EMAIL`: makes an account an admin, or no longer one.
import '../server/env.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setAdminByHand } from '../server/auth/admins.ts';
import { readConfig } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';

const usage = 'Usage: npm run admin -- grant EMAIL, or npm run admin -- revoke EMAIL';

async function main(): Promise<string> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [act, email, ...more] = positionals;
  if ((act !== 'grant' && act !== 'revoke') || !email || more.length) throw new Error(usage);
  const isAdmin = act === 'grant';
  const config = readConfig(process.env);

  const dir = path.join(config.dataDir, 'postgres');
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dir });
  try {
    const url = config.databaseUrl ?? embedded?.url ?? '';
    await migrate(url);
    const database = openDatabase(url);
    const changed = await setAdminByHand(database.db, email, isAdmin).finally(database.close);
    const listed = config.adminEmails.includes(email.toLowerCase());
    return [
      `${email} is ${changed ? 'now' : 'already'} ${isAdmin ? 'an admin' : 'no admin'}.`,
      ...(listed && !isAdmin
        ? ['ADMIN_EMAILS still lists it: the next start grants it again.']
        : []),
    ].join('\n');
  } finally {
    await embedded?.stop();
  }
}

main().then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
