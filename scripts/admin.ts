// `npm run admin -- grant EMAIL` or `revoke EMAIL`: makes an account an admin, or no longer one.
// `npm run admin -- reset EMAIL`: prints a link that sets a new password, if no email arrives.
import '../server/app/env.ts';
import { parseArgs } from 'node:util';
import { type Db, openDatabase } from '../server/base/db/openDatabase.ts';
import { setAdminByHand } from '../server/people/auth/admins.ts';
import { makeResetLink } from '../server/people/auth/passwordResets.ts';
import type { Config } from '../server/supply/config/config.ts';
import { command, onDatabase } from './command.ts';

const usage = 'Usage: npm run admin -- grant EMAIL, revoke EMAIL or reset EMAIL';

type Act = (db: Db, email: string, config: Config) => Promise<string>;

const acts = new Map<string, Act>([
  [
    'grant',
    async (db, email) => {
      const changed = await setAdminByHand(db, email, true);
      return `${email} is ${changed ? 'now' : 'already'} an admin.`;
    },
  ],
  [
    'revoke',
    async (db, email, { adminEmails }) => {
      const changed = await setAdminByHand(db, email, false);
      const done = `${email} is ${changed ? 'no longer' : 'not'} an admin.`;
      const isListed = adminEmails.includes(email.toLowerCase());
      return isListed
        ? `${done}\nADMIN_EMAILS still lists it: the next start grants it again.`
        : done;
    },
  ],
  [
    'reset',
    async (db, email, { publicUrl, port }) => {
      const link = await makeResetLink(db, email, publicUrl ?? `http://localhost:${port}`);
      return `With this link ${email} gets a new password. It works once, for an hour, and only the newest one:\n${link}`;
    },
  ],
]);

command(async (readConfig) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [act = '', email, ...more] = positionals;
  const run = acts.get(act);
  if (!run || !email || more.length) throw new Error(usage);
  const config = readConfig();
  return onDatabase(config, async (url) => {
    const database = openDatabase(url);
    return run(database.db, email, config).finally(database.close);
  });
});
