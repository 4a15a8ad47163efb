import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { letters, orders, users } from '../db/tables.ts';
import { openPodcasts } from '../podcasts/podcasts.ts';
import type { Storage } from '../storage/storage.ts';
import { aPaidOrder } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

/* The last steps: the file reaches the bucket and the email the listener, whatever is down. */

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterEach(() => studio.setFaults({}));
afterAll(() => studio.close());

const spoken = () =>
  studio.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));

/** The one email of an episode in the outbox; undefined while none is written. */
async function letterOf(id: number) {
  const about = `podcast:${id}`;
  const [letter, ...more] = await studio.db.select().from(letters).where(eq(letters.about, about));
  expect(more).toEqual([]);
  return letter;
}

/** How often the mail server took it. */
const arrived = (messageId: string | undefined) =>
  studio.entries().filter((entry) => entry.kind === 'mail' && entry.messageId === messageId).length;

type Row = Awaited<ReturnType<Studio['make']>>;

/** Whether whoever holds the link hears all of it. */
async function expectHeard({ shareToken, audioBytes }: Row): Promise<void> {
  const podcasts = openPodcasts(studio.db);
  expect(await podcasts.listen(null, shareToken)).toMatchObject({ status: 'completed' });
  const { audioKey } = await podcasts.media(null, shareToken);
  expect((await studio.storage.head(audioKey))?.bytes).toBe(audioBytes);
}

describe('the bucket', { timeout: 120_000 }, () => {
  it.each([
    ['is down', { errorRate: 1, status: 503 }],
    ['refuses us', { errorRate: 1, status: 403 }],
    ['cuts every answer off', { cut: 1 }],
  ])(
    'a bucket that %s at the upload costs no line, and no email goes out before the file is there',
    async (what, fault) => {
      const { id } = await studio.order(1, what);
      const before = spoken().length;
      let isAway = false;
      const putFile: Storage['putFile'] = async (...file) => {
        if (!isAway) await studio.setFaults({ s3: fault });
        isAway = true;
        return studio.storage.putFile(...file);
      };
      const making = studio.make(id, { storage: { ...studio.storage, putFile } });
      await eventually('sales to pause', () => studio.tools.till.whyClosed(), 60);
      expect(await studio.rowOf(id)).toMatchObject({ status: 'processing', audioKey: null });
      expect(await letterOf(id)).toBeUndefined();

      await studio.setFaults({});
      const row = await making;
      await expectHeard(row);
      // An outage is no failure of the episode.
      expect(row.attempts).toBe(0);
      expect(await studio.tools.till.whyClosed()).toBeNull();
      expect(arrived((await letterOf(id))?.messageId)).toBe(1);
      const bought = spoken().slice(before);
      expect(bought.length).toBeGreaterThan(3);
      expect(new Set(bought).size).toBe(bought.length);
    },
  );

  it('a slow bucket is waited for, and the email with it', async () => {
    const { id } = await studio.order(1, 'slow');
    let isUnderWay = false;
    const putFile: Storage['putFile'] = async (...file) => {
      await studio.setFaults({ s3: { latency: 500 } });
      isUnderWay = true;
      return studio.storage.putFile(...file);
    };
    const making = studio.make(id, { storage: { ...studio.storage, putFile } });
    await eventually('the upload', async () => isUnderWay, 60);
    expect(await letterOf(id)).toBeUndefined();
    const row = await making;
    expect(row.attempts).toBe(0);
    await expectHeard(row);
    expect(arrived((await letterOf(id))?.messageId)).toBe(1);
  });
});

describe('the mail server', { timeout: 60_000 }, () => {
  it.each([
    ['is busy', { errorRate: 1, status: 451 }],
    ['breaks off', { cut: 1 }],
    ['never answers', { hang: true }],
  ])(
    'a mail server that %s keeps nobody from listening, and the email goes out once it is back',
    async (what, fault) => {
      const { id } = await studio.order(1, what);
      await studio.setFaults({ smtp: fault });
      await expectHeard(await studio.make(id));
      const waiting = await letterOf(id);
      expect(waiting).toMatchObject({ attempts: 1, sentAt: null, bounce: null });
      expect(arrived(waiting?.messageId)).toBe(0);

      await studio.setFaults({});
      for (let round = 0; round < 2; round++) await studio.tools.outbox.deliver();
      expect((await letterOf(id))?.sentAt).toBeInstanceOf(Date);
      expect(arrived(waiting?.messageId)).toBe(1);
    },
  );

  it('an unknown address flags the order for a person, and the episode stays', async () => {
    const { id } = await studio.order(1, 'typo');
    const [owner] = await studio.db
      .insert(users)
      .values({ email: 'typo@example.com', username: 'typo' })
      .returning();
    const order = await aPaidOrder(studio.db, owner?.id ?? 0, { podcastId: id });
    await studio.setFaults({ smtp: { errorRate: 1, status: 550 } });
    await expectHeard(await studio.make(id));
    expect((await letterOf(id))?.bounce).toMatch(/550/);
    const [flagged] = await studio.db.select().from(orders).where(eq(orders.id, order.id));
    expect(flagged).toMatchObject({
      status: 'paid',
      flag: expect.stringMatching(/did not arrive/),
    });

    await studio.setFaults({});
    await studio.db.update(letters).set({ nextAttemptAt: sql`now()` });
    await studio.tools.outbox.deliver();
    expect(arrived((await letterOf(id))?.messageId)).toBe(0);
  });
});
