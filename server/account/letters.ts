import { or, type SQL, sql } from 'drizzle-orm';
import { letters } from '../db/tables.ts';

/** The letters that were written because of this account: to whom they went is another matter. */
export function lettersOf(userId: number): SQL | undefined {
  const about = (kind: string, table: string) =>
    sql`${letters.about} in (select ${`${kind}:`} || id from ${sql.identifier(table)} where user_id = ${userId})`;
  return or(
    sql`${letters.about} = ${`user:${userId}`}`,
    sql`${letters.about} like ${`user:${userId}:%`}`,
    about('reset', 'password_reset_tokens'),
    about('podcast', 'podcasts'),
    about('order', 'orders'),
  );
}

/** What a letter was about, in words: its text is not kept once it is sent. */
export function subjectOf(kind: string): string {
  if (kind.startsWith('ready')) return 'Your tape is ready';
  return subjects[kind] ?? kind;
}

const subjects: Record<string, string> = {
  welcome: 'Welcome',
  proof: 'Confirm your address',
  secured: 'Your account is yours alone',
  reset: 'A new password',
  bonus: 'A free episode for you',
  failed: 'We could not make your episode',
  'refund-asked': 'Your money goes back',
  refunded: 'Your money is on its way',
};
