import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emails, orders } from '../../base/db/tables.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { aPodcast } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { Deferral, type EmailMessage } from '../email/email.ts';
import { openOutbox } from './outbox.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
beforeEach(() => postgres.db.delete(emails));
afterAll(() => postgres.close());

const occasion = {
  about: 'podcast:7',
  kind: 'ready',
  to: 'mira@example.com',
  message: { subject: 'Ready', text: 'It is', html: '<p>It is</p>' },
};

function outboxWith(send: (message: EmailMessage) => Promise<void>) {
  const times = { pause: 0 };
  return openOutbox({ db: postgres.db, mailer: { send }, host: 'duologue.example', times });
}
const stored = async () => (await postgres.db.select().from(emails))[0];

describe('outbox', () => {
  it('the outbox sends one email per occasion, even when ten senders race', async () => {
    const sent: EmailMessage[] = [];
    const outbox = outboxWith(async (message) => void sent.push(message));
    await outbox.post(postgres.db, occasion);
    await outbox.post(postgres.db, occasion);
    await Promise.all(Array.from({ length: 10 }, () => outbox.deliver()));
    const messageId = expect.stringMatching(/^<ready\.[\da-f-]{36}@duologue\.example>$/);
    expect(sent).toEqual([{ ...occasion.message, to: occasion.to, messageId }]);
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

  it('an email that the mail server puts off waits longer each time, and keeps its Message-ID', async () => {
    const ids: string[] = [];
    const outbox = outboxWith(async ({ messageId }) => {
      ids.push(messageId);
      if (ids.length < 4) throw new Deferral('SMTP', 'busy', '450 mailbox is full');
    });
    await outbox.post(postgres.db, occasion);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await outbox.deliver();
      await outbox.deliver();
      expect(ids).toHaveLength(attempt);
      const [{ wait } = { wait: 0 }] = await postgres.db
        .select({ wait: sql<number>`extract(epoch from next_attempt_at - now())::float` })
        .from(emails);
      waits.push(wait);
      await postgres.db.update(emails).set({ nextAttemptAt: sql`now()` });
    }
    expect(waits.slice(0, 3).map((wait) => Math.ceil(wait / 10) * 10)).toEqual([10, 20, 40]);
    expect(new Set(ids).size).toBe(1);
    expect((await stored())?.sentAt).toBeInstanceOf(Date);
  });

  it.each([
    ['is away', 'busy', 'connect ECONNREFUSED'],
    ['refuses our password', 'refused', '535 authentication failed'],
    ['talks nonsense', 'broken', 'unexpected greeting'],
  ] as const)(
    'emails leave as soon as a mail server that %s for fifty tries works again, and one that is put off then waits seconds',
    async (_, trouble, message) => {
      let isUp = false;
      const outbox = outboxWith(async ({ to }) => {
        if (!isUp) throw new ProviderFailure('SMTP', trouble, message);
        if (to === 'full@example.com') throw new Deferral('SMTP', 'busy', '450 mailbox is full');
      });
      await outbox.post(postgres.db, occasion);
      await outbox.post(postgres.db, { ...occasion, kind: 'bonus', to: 'full@example.com' });
      for (let attempt = 0; attempt < 50; attempt++) await outbox.deliver();
      isUp = true;
      await outbox.deliver();
      const rows = await postgres.db.select().from(emails).orderBy(emails.id);
      expect(rows).toMatchObject([
        { kind: 'ready', sentAt: expect.any(Date), refusals: 0 },
        { kind: 'bonus', sentAt: null, refusals: 1 },
      ]);
      expect((rows[1]?.nextAttemptAt.getTime() ?? 0) - Date.now()).toBeLessThan(15_000);
    },
  );

  it('an instance leaves a mail server that failed alone for a while', async () => {
    let asked = 0;
    const outbox = openOutbox({
      db: postgres.db,
      mailer: {
        async send() {
          asked += 1;
          throw new ProviderFailure('SMTP', 'busy', 'no answer');
        },
      },
      host: 'duologue.example',
    });
    await outbox.post(postgres.db, occasion);
    for (let attempt = 0; attempt < 3; attempt++) await outbox.deliver();
    expect(asked).toBe(1);
  });

  it('emails that the mail server keeps thinking about keep nobody waiting, up to four at once', async () => {
    const asked: string[] = [];
    const word = Promise.withResolvers<void>();
    const outbox = openOutbox({
      db: postgres.db,
      mailer: {
        async send({ to }) {
          asked.push(to);
          await word.promise;
        },
      },
      host: 'duologue.example',
      times: { slow: 10 },
    });
    for (const about of ['1', '2', '3', '4', '5', '6']) {
      await outbox.post(postgres.db, { ...occasion, about, to: `${about}@example.com` });
    }
    await outbox.deliver();
    await outbox.deliver();
    expect(asked).toHaveLength(4);
    word.resolve();
    await outbox.close();
    expect(await postgres.db.$count(emails, isNotNull(emails.sentAt))).toBe(4);
  });

  it('an email that makes the mail server fail does not keep others from being sent', async () => {
    const outbox = outboxWith(async ({ to }) => {
      if (to === 'poison@example.com') throw new ProviderFailure('SMTP', 'busy', 'it hung up');
    });
    await outbox.post(postgres.db, { ...occasion, kind: 'welcome', to: 'poison@example.com' });
    await outbox.deliver();
    await outbox.post(postgres.db, occasion);
    await outbox.deliver();
    const rows = await postgres.db.select().from(emails).orderBy(emails.id);
    expect(rows.map(({ sentAt }) => sentAt !== null)).toEqual([false, true]);
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
    const rows = await postgres.db.select().from(emails);
    expect(rows.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
    isUp = true;
    await outbox.deliver();
    expect(asked).toBe(4);
  });

  it('an email that bounces does not keep the others from being sent', async () => {
    const outbox = outboxWith(async ({ to }) => {
      if (to !== occasion.to) throw new ProviderFailure('SMTP', 'rejected', '550 no such user');
    });
    await outbox.post(postgres.db, { ...occasion, kind: 'welcome', to: 'typo@example.com' });
    await outbox.post(postgres.db, occasion);
    await outbox.deliver();
    const rows = await postgres.db.select().from(emails).orderBy(emails.id);
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
    await postgres.db.update(emails).set({ nextAttemptAt: sql`now()` });
    await outbox.deliver();
    const [row] = await postgres.db.select().from(emails).where(eq(emails.about, 'podcast:7'));
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
    expect(await flag()).toBe('The email “ready” did not arrive: SMTP: 550 no such user');
  });

  it('an email without an address is not stored', async () => {
    const outbox = outboxWith(async () => {});
    await outbox.post(postgres.db, { ...occasion, to: '' });
    expect(await stored()).toBeUndefined();
  });
});
