// `npm run admin -- grant EMAIL` or `revoke EMAIL`: makes an account an admin, or no longer one.
import '../server/env.ts';
import { parseArgs } from 'node:util';
import { setAdminByHand } from '../server/auth/admins.ts';
import { openDatabase } from '../server/db/open.ts';
import { command, onDatabase } from './command.ts';

const usage = 'Usage: npm run admin -- grant EMAIL, or npm run admin -- revoke EMAIL';

command(async (readConfig) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [act, email, ...more] = positionals;
  if ((act !== 'grant' && act !== 'revoke') || !email || more.length) throw new Error(usage);
  const isAdmin = act === 'grant';
  const config = readConfig();

  const changed = await onDatabase(config, async (url) => {
    const database = openDatabase(url);
    return setAdminByHand(database.db, email, isAdmin).finally(database.close);
  });
  const listed = config.adminEmails.includes(email.toLowerCase());
  return [
    `${email} is ${changed ? 'now' : 'already'} ${isAdmin ? 'an admin' : 'no admin'}.`,
    ...(listed && !isAdmin ? ['ADMIN_EMAILS still lists it: the next start grants it again.'] : []),
  ].join('\n');
});
