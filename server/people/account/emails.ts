import { or, type SQL, sql } from 'drizzle-orm';
import { emails } from '../../base/db/tables.ts';

/** The emails that were written because of this account, whoever they were sent to. */
export function emailsOf(userId: number): SQL | undefined {
  const about = (kind: string, table: string) =>
    sql`${emails.about} in (select ${`${kind}:`} || id from ${sql.identifier(table)} where user_id = ${userId})`;
  return or(
    sql`${emails.about} = ${`user:${userId}`}`,
    sql`${emails.about} like ${`user:${userId}:%`}`,
    about('reset', 'password_reset_tokens'),
    about('podcast', 'podcasts'),
    about('order', 'orders'),
  );
}

/** Describes each kind of email; the text of an email is not kept once it is sent. */
export function subjectOf(kind: string): string {
  if (kind.startsWith('ready')) return 'Your episode is ready';
  return subjects[kind] ?? kind;
}

const subjects: Record<string, string> = {
  welcome: 'Welcome',
  proof: 'Confirm your email',
  secured: 'Your account is yours alone',
  reset: 'Your new password',
  bonus: 'A free episode for you',
  failed: 'We couldn’t make your episode',
  'refund-asked': 'We’re sending your money back',
  refunded: 'Your money is on its way',
};
