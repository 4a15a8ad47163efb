import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { letters, orders } from '../db/tables.ts';
import type { Letter } from '../mail/mail.ts';
import { ProviderFailure } from '../provider.ts';
import { aPodcast } from '../testing/builders.ts';
import { testDatabase } from '../testing/postgres.ts';
import { openOutbox } from './outbox.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
beforeEach(() => postgres.db.delete(letters));
afterAll(() => postgres.close());

const occasion = {
  about: 'podcast:7',
  kind: 'ready',
  to: 'mira@example.com',
  letter: { subject: 'Ready', text: 'It is', html: '<p>It is</p>' },
};

function outboxWith(send: (letter: Letter) => Promise<void>) {
  return openOutbox({ db: postgres.db, mailer: { send }, host: 'duologue.example' });
}
const stored = async () => (await postgres.db.select().from(letters))[0];

describe('outbox', () => {
  it('the outbox sends one email per occasion, even when ten senders race', async () => {
    const sent: Letter[] = [];
    const outbox = outboxWith(async (letter) => void sent.push(letter));
    await outbox.post(postgres.db, occasion);
    await outbox.post(postgres.db, occasion);
    await Promise.all(Array.from({ length: 10 }, () => outbox.deliver()));
    expect(sent).toEqual([
      { ...occasion.letter, to: occasion.to, messageId: '<ready.podcast.7@duologue.example>' },
    ]);
    expect(await stored()).toMatchObject({ content: null, attempts: 1 });
  });

  it('the outbox stores no email when its transaction is rolled back', async () => {
    const outbox = outboxWith(async () => {});
    const rolledBack = postgres.db.transaction(async (tx) => {
      await outbox.post(tx, occasion);
      throw new Error('the episode was not completed after all');
    });
    await expect(rolledBack).rejects.toThrow('after all');
    expect(await stored()).toBeUndefined();
  });

  it('an email is retried later under the same Message-ID when the mail server is busy', async () => {
    const ids: string[] = [];
    const outbox = outboxWith(async ({ messageId }) => {
      ids.push(messageId);
      if (ids.length === 1) throw new ProviderFailure('SMTP', 'busy', '451 try later');
    });
    await outbox.post(postgres.db, occasion);
    await outbox.deliver();
    await outbox.deliver();
    expect(ids).toHaveLength(1);
    await postgres.db.update(letters).set({ nextAttemptAt: sql`now()` });
    await outbox.deliver();
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect((await stored())?.sentAt).toBeInstanceOf(Date);
  });

  it('a failing mail server is tried once per run, and the other emails stay as they are', async () => {
    let isUp = false;
    let asked = 0;
    const outbox = outboxWith(async () => {
      asked += 1;
      if (!isUp) throw new ProviderFailure('SMTP', 'busy', 'no answer');
    });
    for (const kind of ['ready', 'welcome', 'bonus']) {
      await outbox.post(postgres.db, { ...occasion, kind });
    }
    await outbox.deliver();
    expect(asked).toBe(1);
    const rows = await postgres.db.select().from(letters);
    expect(rows.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
    isUp = true;
    await outbox.deliver();
    expect(asked).toBe(3);
  });

  it('an email that bounces does not keep the others from being sent', async () => {
    const outbox = outboxWith(async ({ to }) => {
      if (to !== occasion.to) throw new ProviderFailure('SMTP', 'rejected', '550 no such user');
    });
    await outbox.post(postgres.db, { ...occasion, kind: 'welcome', to: 'typo@example.com' });
    await outbox.post(postgres.db, occasion);
    await outbox.deliver();
    const rows = await postgres.db.select().from(letters).orderBy(letters.id);
    expect(rows).toMatchObject([
      { bounce: expect.any(String), sentAt: null },
      { bounce: null, sentAt: expect.any(Date) },
    ]);
  });

  it('an email to an address that does not exist is not retried, and the reason is kept', async () => {
    const outbox = outboxWith(async () => {
      throw new ProviderFailure('SMTP', 'rejected', '550 no such user');
    });
    await outbox.post(postgres.db, occasion);
    await outbox.deliver();
    await postgres.db.update(letters).set({ nextAttemptAt: sql`now()` });
    await outbox.deliver();
    const [row] = await postgres.db.select().from(letters).where(eq(letters.about, 'podcast:7'));
    expect(row).toMatchObject({ attempts: 1, sentAt: null, bounce: 'SMTP: 550 no such user' });
  });

  it('an order whose email bounced is flagged for support with the first reason', async () => {
    const { id } = await aPodcast(postgres.db);
    const [order] = await postgres.db
      .insert(orders)
      .values({
        publicId: 'bounced',
        topic: 'tides',
        tone: 'Normal',
        style: 'Conversation',
        duration: 10,
        voice1Id: 'a',
        voice1Name: 'Ann',
        voice2Id: 'b',
        voice2Name: 'Bob',
        email: 'typo@example.com',
        listPrice: 399,
        total: 399,
        status: 'paid',
        podcastId: id,
      })
      .returning();
    const outbox = outboxWith(async () => {
      throw new ProviderFailure('SMTP', 'rejected', '550 no such user');
    });
    const flag = async () =>
      (await postgres.db.select().from(orders).where(eq(orders.publicId, 'bounced')))[0]?.flag;
    await outbox.post(postgres.db, { ...occasion, about: `podcast:${id + 1}` });
    await outbox.deliver();
    expect(await flag()).toBeNull();
    await outbox.post(postgres.db, { ...occasion, about: `podcast:${id}` });
    await outbox.post(postgres.db, { ...occasion, about: `order:${order?.id}`, kind: 'refunded' });
    await outbox.deliver();
    // The first reason stays.
    expect(await flag()).toBe('The letter “ready” did not arrive: SMTP: 550 no such user');
  });

  it('an email without an address is not stored', async () => {
    const outbox = outboxWith(async () => {});
    await outbox.post(postgres.db, { ...occasion, to: '' });
    expect(await stored()).toBeUndefined();
  });
});
