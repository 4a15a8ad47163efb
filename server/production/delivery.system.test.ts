import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emails, orders, users } from '../base/db/tables.ts';
import type { Storage } from '../base/files/storage.ts';
import { findFinished, findListening } from '../episodes/listen/podcasts.ts';
import { aPaidOrder } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { openProduction, type Production } from '../testing/production.ts';

/* The last steps: the file reaches the bucket and the email the listener, whatever is down. */

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterEach(() => production.setFaults({}));
afterAll(() => production.close());

const spoken = () =>
  production.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));

/** The one email of an episode in the outbox; undefined while none is written. */
async function emailOf(id: number) {
  const about = `podcast:${id}`;
  const [message, ...more] = await production.db
    .select()
    .from(emails)
    .where(eq(emails.about, about));
  expect(more).toEqual([]);
  return message;
}

/** How often the mail server took it. */
const arrived = (messageId: string | undefined) =>
  production.entries().filter((entry) => entry.kind === 'mail' && entry.messageId === messageId)
    .length;

type Row = Awaited<ReturnType<Production['make']>>;

/** Whether whoever holds the link hears all of it. */
async function expectVoices({ shareToken, audioBytes, streamBytes }: Row): Promise<void> {
  expect(await findListening(production, null, shareToken)).toMatchObject({ status: 'completed' });
  const { sound } = await findFinished(production, null, shareToken);
  expect([sound.kept.bytes, sound.stream.bytes]).toEqual([audioBytes, streamBytes]);
  for (const { key, bytes } of Object.values(sound)) {
    expect((await production.storage.head(key))?.bytes).toBe(bytes);
  }
}

describe('the bucket', { timeout: 120_000 }, () => {
  it.each([
    ['is down', { errorRate: 1, status: 503 }],
    ['refuses us', { errorRate: 1, status: 403 }],
    ['cuts every answer off', { cut: 1 }],
  ])(
    'a bucket that %s at the upload costs no line, and no email goes out before the file is there',
    async (what, fault) => {
      const { id } = await production.order(1, what);
      const before = spoken().length;
      let isAway = false;
      const putFile: Storage['putFile'] = async (...file) => {
        if (!isAway) await production.setFaults({ s3: fault });
        isAway = true;
        return production.storage.putFile(...file);
      };
      const making = production.make(id, { storage: { ...production.storage, putFile } });
      await eventually('sales to pause', () => production.tools.salesGate.pausedReason(), 60);
      expect(await production.rowOf(id)).toMatchObject({ status: 'processing', audioKey: null });
      expect(await emailOf(id)).toBeUndefined();

      await production.setFaults({});
      const row = await making;
      await expectVoices(row);
      // An outage is no failure of the episode.
      expect(row.attempts).toBe(0);
      expect(await production.tools.salesGate.pausedReason()).toBeNull();
      expect(arrived((await emailOf(id))?.messageId)).toBe(1);
      const bought = spoken().slice(before);
      expect(bought.length).toBeGreaterThan(3);
      expect(new Set(bought).size).toBe(bought.length);
    },
  );

  it('a slow bucket is waited for, and the email with it', async () => {
    const { id } = await production.order(1, 'slow');
    let isUnderWay = false;
    const putFile: Storage['putFile'] = async (...file) => {
      await production.setFaults({ s3: { latency: 500 } });
      isUnderWay = true;
      return production.storage.putFile(...file);
    };
    const making = production.make(id, { storage: { ...production.storage, putFile } });
    await eventually('the upload', async () => isUnderWay, 60);
    expect(await emailOf(id)).toBeUndefined();
    const row = await making;
    expect(row.attempts).toBe(0);
    await expectVoices(row);
    expect(arrived((await emailOf(id))?.messageId)).toBe(1);
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
      const { id } = await production.order(1, what);
      await production.setFaults({ smtp: fault });
      await expectVoices(await production.make(id));
      const waiting = await emailOf(id);
      expect(waiting).toMatchObject({ attempts: 1, sentAt: null, bounce: null });
      expect(arrived(waiting?.messageId)).toBe(0);

      await production.setFaults({});
      for (let round = 0; round < 2; round++) await production.tools.outbox.deliver();
      expect((await emailOf(id))?.sentAt).toBeInstanceOf(Date);
      expect(arrived(waiting?.messageId)).toBe(1);
    },
  );

  it('an unknown address flags the order for a person, and the episode stays', async () => {
    const { id } = await production.order(1, 'typo');
    const [owner] = await production.db
      .insert(users)
      .values({ email: 'typo@example.com', username: 'typo' })
      .returning();
    const order = await aPaidOrder(production.db, owner?.id ?? 0, { podcastId: id });
    await production.setFaults({ smtp: { errorRate: 1, status: 550 } });
    await expectVoices(await production.make(id));
    expect((await emailOf(id))?.bounce).toMatch(/550/);
    const [flagged] = await production.db.select().from(orders).where(eq(orders.id, order.id));
    expect(flagged).toMatchObject({
      status: 'paid',
      flag: expect.stringMatching(/did not arrive/),
    });

    await production.setFaults({});
    await production.db.update(emails).set({ nextAttemptAt: sql`now()` });
    await production.tools.outbox.deliver();
    expect(arrived((await emailOf(id))?.messageId)).toBe(0);
  });
});
