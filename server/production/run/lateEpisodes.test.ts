import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emails, podcasts } from '../../base/db/tables.ts';
import type { Patch } from '../../episodes/log/lease.ts';
import { openOperatorAlerts } from '../../supply/availability/operatorAlerts.ts';
import { aPodcast } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { openTestApp } from '../../testing/testApp.ts';
import { LATE_AFTER_MINUTES, warnOfLate } from './lateEpisodes.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
beforeEach(async () => {
  await production.db.delete(emails);
  await production.db.delete(podcasts);
});
afterAll(() => production.close());

const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;
const tooLong = minutesAgo(LATE_AFTER_MINUTES + 1);
const notYet = minutesAgo(LATE_AFTER_MINUTES - 1);

async function episode(fields: Patch) {
  const { id } = await aPodcast(production.db);
  await production.db.update(podcasts).set(fields).where(eq(podcasts.id, id));
}

/** The alerts that this check sends to the operator. */
async function alertsSent() {
  const { db, tools } = production;
  const { outbox } = tools;
  const alerts = openOperatorAlerts({
    outbox,
    publicUrl: 'http://d.example',
    supportEmail: 'op@d.example',
  });
  await warnOfLate({ db, alerts });
  return db.select().from(emails).where(like(emails.kind, 'late-%'));
}

it('an episode ordered a short while ago, failed, completed or made as a demo is not late', async () => {
  await episode({ createdAt: notYet });
  await episode({ createdAt: tooLong, startedAt: notYet });
  await episode({ createdAt: tooLong, status: 'failed' });
  await episode({ createdAt: tooLong, status: 'completed' });
  await episode({ createdAt: tooLong, email: '' });
  expect(await alertsSent()).toEqual([]);
});

it('the operator is emailed about late episodes once a day, with their number and a link to them', async () => {
  await episode({ createdAt: tooLong });
  await episode({ createdAt: minutesAgo(90), startedAt: minutesAgo(75), stage: 'speaking' });
  const [message, ...more] = await alertsSent();
  expect(more).toEqual([]);
  expect(message?.recipient).toBe('op@d.example');
  expect(message?.content?.subject).toBe('2 episodes are late: 75 minutes and not ready');
  expect(message?.content?.text).toContain('/admin?view=episodes&status=processing');
  // Neither the topic nor the buyer's address is in the email.
  expect(message?.content?.text).not.toMatch(/tides|x@example\.com/);
  await Promise.all(Array.from({ length: 5 }, alertsSent));
  expect(await alertsSent()).toHaveLength(1);
  await production.db.update(emails).set({ kind: 'late-2020-01-01', messageId: 'of another day' });
  expect(await alertsSent()).toHaveLength(2);
});

it('the running product looks for late episodes by itself and emails the operator', async () => {
  const app = await openTestApp();
  try {
    // Somebody works on it, and nothing comes of it.
    await app.setFaults({ openai: { hang: true } });
    const { id } = await aPodcast(app.db);
    const since = { createdAt: tooLong, startedAt: tooLong };
    await app.db.update(podcasts).set(since).where(eq(podcasts.id, id));
    const email = await eventually('the email', async () =>
      (await app.mailbox()).find(({ subject }) => subject.includes('late')),
    );
    expect(email.to).toContain('support@duologue.example');
  } finally {
    await app.close();
  }
});
