import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { letters, podcasts } from '../db/tables.ts';
import { aPodcast } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { openStudio, type Studio } from '../testing/studio.ts';
import { openWorld } from '../testing/world.ts';
import { openAlarm } from '../till/alarm.ts';
import { LATE_AFTER_MINUTES, warnOfLate } from './late.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
beforeEach(async () => {
  await studio.db.delete(letters);
  await studio.db.delete(podcasts);
});
afterAll(() => studio.close());

const minutesAgo = (minutes: number) =>
  sql`now() - make_interval(mins => ${minutes})` as unknown as Date;
const tooLong = minutesAgo(LATE_AFTER_MINUTES + 1);
const notYet = minutesAgo(LATE_AFTER_MINUTES - 1);

async function episode(fields: Partial<typeof podcasts.$inferInsert>) {
  const { id } = await aPodcast(studio.db);
  await studio.db.update(podcasts).set(fields).where(eq(podcasts.id, id));
}

/** What the operator is told by this look. */
async function told() {
  const { db, tools } = studio;
  const { outbox } = tools;
  const alarm = openAlarm({ outbox, publicUrl: 'http://d.example', supportEmail: 'op@d.example' });
  await warnOfLate({ db, alarm });
  return db.select().from(letters).where(like(letters.kind, 'late-%'));
}

it('an episode ordered a short while ago, failed, completed or made as a demo is not late', async () => {
  await episode({ createdAt: notYet });
  await episode({ createdAt: tooLong, startedAt: notYet });
  await episode({ createdAt: tooLong, status: 'failed' });
  await episode({ createdAt: tooLong, status: 'completed' });
  await episode({ createdAt: tooLong, email: '' });
  expect(await told()).toEqual([]);
});

it('the operator is emailed about late episodes once a day, with their number and a link to them', async () => {
  await episode({ createdAt: tooLong });
  await episode({ createdAt: minutesAgo(90), startedAt: minutesAgo(75), stage: 'speaking' });
  const [letter, ...more] = await told();
  expect(more).toEqual([]);
  expect(letter?.recipient).toBe('op@d.example');
  expect(letter?.content?.subject).toBe('2 episodes are late: 75 minutes and not ready');
  expect(letter?.content?.text).toContain('/admin?view=episodes&status=processing');
  // Neither the topic nor the buyer's address is in the email.
  expect(letter?.content?.text).not.toMatch(/tides|x@example\.com/);
  await Promise.all(Array.from({ length: 5 }, told));
  expect(await told()).toHaveLength(1);
  await studio.db.update(letters).set({ kind: 'late-2020-01-01', messageId: 'of another day' });
  expect(await told()).toHaveLength(2);
});

it('the running product looks for late episodes by itself and emails the operator', async () => {
  const world = await openWorld();
  try {
    // Somebody works on it, and nothing comes of it.
    await world.setFaults({ openai: { hang: true } });
    const { id } = await aPodcast(world.db);
    const since = { createdAt: tooLong, startedAt: tooLong };
    await world.db.update(podcasts).set(since).where(eq(podcasts.id, id));
    const email = await eventually('the email', async () =>
      (await world.mailbox()).find(({ subject }) => subject.includes('late')),
    );
    expect(email.to).toContain('support@duologue.example');
  } finally {
    await world.close();
  }
});
