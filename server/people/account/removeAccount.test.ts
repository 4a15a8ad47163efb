import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  contactMessages,
  emails,
  listeningPositions,
  orders,
  passwordResetTokens,
  paymentEvents,
  podcastLines,
  podcasts,
  rateLimits,
  session,
  sources,
  unmatchedPayments,
  users,
} from '../../base/db/tables.ts';
import { aFinishedPodcast, aPaidOrder, aPreview, aSource } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { adjustmentEvent, sendEvent, transactionEvent } from '../../testing/paddleEvents.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { sourceText } from '../../testing/sourceText.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { forgetFarewells } from './removeAccount.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(() => app.db.delete(rateLimits));
afterEach(() => app.setFaults({}));
afterAll(() => app.close());

const PASSWORD = { password: 'secret1' };

async function aListener() {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('no account was made');
  return { visitor, email, user };
}
type Listener = Awaited<ReturnType<typeof aListener>>;

/** A paid episode with its order, a listening position, an email and a message to support. */
async function aPast({ user, email }: Listener) {
  const episode = await aFinishedPodcast(app.db, user.id, { email });
  const order = await aPaidOrder(app.db, user.id, { podcastId: episode.id, email });
  await app.db
    .insert(listeningPositions)
    .values({ userId: user.id, podcastId: episode.id, seconds: 42 });
  await app.db.insert(emails).values({
    about: `podcast:${episode.id}`,
    kind: 'ready',
    recipient: email,
    messageId: `ready-${episode.id}`,
    sentAt: sql`now()`,
  });
  await app.db
    .insert(contactMessages)
    .values({ userId: user.id, name: `Writer ${email}`, email, message: 'Where is my tape?' });
  await app.db.insert(paymentEvents).values({
    eventId: `event-${episode.id}`,
    type: 'transaction.completed',
    occurredAt: sql`now()`,
    handledAt: sql`now()`,
    payload: {
      data: {
        id: order.paddleTransactionId,
        status: 'completed',
        customer_id: 'ctm_1',
        payments: [{ method_details: { card: { cardholder_name: `Holder of ${email}` } } }],
      },
    },
  });
  return { episode, order };
}

/** An order of 10 minutes whose payment window is open. */
async function anOpenOrder(visitor: Listener['visitor']) {
  const { body } = await visitor.get('/api/voices');
  const [one, two] = body.voices as { id: string }[];
  const hosts = { voice1Id: one?.id, voice2Id: two?.id };
  const order = { topic: 'tides', duration: 10, ...hosts, email: 'x@example.com' };
  const placed = await visitor.post('/api/orders').send(order).expect(201);
  const id = String(placed.body.order.id);
  const checkout = await visitor.post(`/api/orders/${id}/checkout`).expect(200);
  return { id, transactionId: String(checkout.body.transactionId) };
}

it('the data export holds what each episode rests on as its owner sees it, private or not', async () => {
  const { visitor, user } = await aListener();
  const { id } = await aFinishedPodcast(app.db, user.id);
  const unused = { number: 12, quote: 'we shall sell the harbour' };
  await aSource(app.db, id, { kind: 'pdf', title: 'Minutes of the board' }, [{}, {}, unused]);
  await aSource(app.db, id, { number: 2, title: 'Taken out', isRemoved: true });
  const second = and(eq(podcastLines.podcastId, id), eq(podcastLines.position, 1));
  await app.db
    .update(podcastLines)
    .set({ facts: [11, 20], basis: 'fact', sourceWords: 'the moon’s pull raises the sea' })
    .where(second);
  const { body } = await visitor.get('/api/account/export').expect(200);
  const quote = 'the moon’s pull raises the sea';
  expect(body.episodes[0]).toMatchObject({
    sources: [
      {
        title: 'Minutes of the board',
        url: 'https://tides.example/1',
        facts: [{ fact: 10, quote }, { fact: 11 }, { fact: 12, quote: unused.quote }],
      },
    ],
    claims: [{ startSeconds: 2.5, sourceId: 1, fact: 11, quote, strength: 'says' }],
    showsSources: false,
  });
  expect(JSON.stringify(body)).not.toContain('Taken out');
});

it('the data export holds all of a user’s own data, and no secrets or data of others', async () => {
  const mine = await aListener();
  const { episode, order } = await aPast(mine);
  const other = await aListener();
  await aPast(other);
  const text = sourceText('Aunt Ida kept bees. She wore no gloves.');
  const attached = await mine.visitor.post('/api/sources').send({ text }).expect(201);
  await app.db
    .update(orders)
    .set({
      sources: ['gone', attached.body.source.id],
      onlyTheseSources: true,
      channel: 'shared',
    })
    .where(eq(orders.id, order.id));
  await other.visitor
    .post('/api/sources')
    .send({ text: sourceText('Somebody else kept goats.') })
    .expect(201);
  const feed = (await mine.visitor.get('/api/account/feed')).body.feedUrl as string;
  const reply = await mine.visitor.get('/api/account/export').expect(200);
  expect(reply.headers['content-disposition']).toBe('attachment; filename=duologue-data.json');
  expect(reply.headers['content-type']).toContain('application/json');
  expect(reply.body).toMatchObject({
    account: { email: mine.email, hasMadeFirstPurchase: false },
    orders: [
      {
        id: order.publicId,
        topic: 'tides',
        total: 399,
        email: mine.email,
        sources: [{ kind: 'text', title: 'Aunt Ida kept bees.' }],
        onlyTheseSources: true,
        channel: 'shared',
      },
    ],
    episodes: [
      {
        publicId: episode.publicId,
        title: 'Why tides turn',
        transcript: [
          { speaker: 'Ann', startSeconds: 0, text: 'Why do tides turn?' },
          { speaker: 'Bob', startSeconds: 2.5, text: 'Ask the moon.' },
        ],
      },
    ],
    sources: [
      {
        kind: 'text',
        title: 'Aunt Ida kept bees.',
        address: null,
        words: 59,
        text,
        createdAt: expect.any(String),
      },
    ],
    positions: [{ episode: episode.publicId, seconds: 42 }],
    emails: [
      { subject: 'Welcome', to: mine.email },
      { subject: 'Your episode is ready', to: mine.email },
    ],
    messages: [{ message: 'Where is my tape?' }],
  });
  const [user] = await app.db.select().from(users).where(eq(users.id, mine.user.id));
  for (const secret of [
    user?.passwordHash,
    user?.feedToken,
    episode.shareToken,
    episode.emailToken,
    feed,
    other.email,
  ]) {
    expect(secret).toBeTruthy();
    expect(reply.text).not.toContain(secret);
  }
  expect(reply.text).not.toContain('goats');
  await app.visitor().get('/api/account/export').expect(401);
});

describe('account deletion', () => {
  it('deleting an account removes the person from every table but keeps the amounts paid', async () => {
    const mine = await aListener();
    const { visitor, email, user } = mine;
    const { episode, order } = await aPast(mine);
    await visitor.post('/api/auth/forgot-password').send({ email }).expect(200);
    const feed = (await visitor.get('/api/account/feed')).body.feedUrl as string;
    const attached = await visitor
      .post('/api/sources')
      .send({ text: sourceText(`Letters to ${email}`) });
    const other = await app
      .visitor()
      .post('/api/sources')
      .send({ text: sourceText('Of somebody else.') });
    const named = { sources: [attached.body.source.id] };
    await app.db.update(orders).set(named).where(eq(orders.id, order.id));
    await app.db.update(podcasts).set(named).where(eq(podcasts.id, episode.id));
    await visitor.delete('/api/account').send(PASSWORD).expect(204);

    expect(await app.db.$count(sources, eq(sources.userId, user.id))).toBe(0);
    expect(await app.db.$count(sources, eq(sources.id, other.body.source.id))).toBe(1);
    expect(await app.db.$count(users, eq(users.id, user.id))).toBe(0);
    const tokens = eq(passwordResetTokens.userId, user.id);
    expect(await app.db.$count(passwordResetTokens, tokens)).toBe(0);
    const [kept] = await app.db.select().from(orders).where(eq(orders.id, order.id));
    expect(kept).toMatchObject({
      userId: null,
      email: '',
      topic: '',
      total: 399,
      status: 'paid',
      sources: [],
    });
    const [row] = await app.db.select().from(podcasts).where(eq(podcasts.id, episode.id));
    expect(row).toMatchObject({ userId: null, email: '', title: '', topic: '', status: 'deleted' });

    // No table mentions them any more, except for the farewell email.
    await eventually('the farewell is sent', async () =>
      (await app.mailbox()).some(
        (message) => message.to === email && /deleted/.test(message.subject),
      ),
    );
    // The mail server has it a moment before our row says so.
    await eventually('the farewell is forgotten', async () => {
      await forgetFarewells(app.db);
      return (await app.db.$count(emails, eq(emails.recipient, email))) === 0;
    });
    const { rows } = await app.db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    expect(rows.length).toBeGreaterThan(15);
    for (const { name } of rows) {
      const { rows: found } = await app.db.execute(sql`
        select * from ${sql.identifier(name)} as row
        where row::text ilike ${`%${email}%`}`);
      expect([name, found]).toEqual([name, []]);
    }
    expect((await app.visitor().get(new URL(feed).pathname)).status).toBe(410);
    expect((await app.visitor().get(`/media/${episode.publicId}/episode.mp3`)).status).toBe(404);
  });

  it('a deleted account is signed out everywhere, and its email can register again', async () => {
    const { visitor, email } = await aListener();
    const second = app.visitor();
    await second
      .post('/api/auth/login')
      .send({ email, ...PASSWORD })
      .expect(200);
    await visitor.delete('/api/account').send(PASSWORD).expect(204);
    for (const browser of [visitor, second]) {
      expect((await browser.get('/api/auth/me')).body).toEqual({ user: null });
    }
    await second
      .post('/api/auth/login')
      .send({ email, ...PASSWORD })
      .expect(401);
    const again = await visitor.post('/api/auth/register').send({ email, password: 'another1' });
    expect(again.status).toBe(201);
    expect((await visitor.get('/api/podcasts')).body.podcasts).toEqual([]);
    expect((await visitor.get('/api/orders')).body.orders).toEqual([]);
  });

  it('after an account is deleted, neither its email nor a variant gets its bonus episode', async () => {
    const { visitor, email } = await aListener();
    const earned = { hasMadeFirstPurchase: true };
    await app.db.update(users).set(earned).where(eq(users.email, email));
    const bonus = { duration: 10, useBonus: true };
    await visitor.post('/api/quotes').send(bonus).expect(200);
    await visitor.delete('/api/account').send(PASSWORD).expect(204);
    for (const alike of [email, email.replace('@', '+free@'), email.toUpperCase()]) {
      const browser = app.visitor();
      const registered = await browser
        .post('/api/auth/register')
        .send({ email: alike, ...PASSWORD });
      // In capitals it is the same email, which has been registered again by then.
      expect(registered.status).toBe(alike === email.toUpperCase() ? 409 : 201);
      const quote = await browser.post('/api/quotes').send(bonus);
      expect(quote.status).toBe(400);
      expect(quote.body.fields).toHaveProperty('useBonus');
    }
  });

  it('account deletion needs the password, and a wrong one changes nothing', async () => {
    const mine = await aListener();
    const { episode } = await aPast(mine);
    for (const given of [{ password: 'wrong' }, {}, { word: 'DELETE' }]) {
      const { body } = await mine.visitor.delete('/api/account').send(given).expect(401);
      expect(body.fields).toEqual({ password: 'That’s not your password' });
    }
    await mine.visitor.get(`/api/podcasts/${episode.publicId}`).expect(200);
    await app.visitor().delete('/api/account').send(PASSWORD).expect(401);
  });

  it('a Google-only account is deleted only by typing DELETE', async () => {
    const visitor = app.visitor();
    await signInWithGoogle(app, someone(), visitor);
    const { body } = await visitor.delete('/api/account').send({ password: '' }).expect(400);
    expect(body.fields).toEqual({ word: 'Please type DELETE to delete your account' });
    await visitor.delete('/api/account').send({ word: ' delete ' }).expect(204);
    expect((await visitor.get('/api/auth/me')).body).toEqual({ user: null });
  });

  it('deleting an account expires its open order and flags a payment that still arrives', async () => {
    const { visitor } = await aListener();
    const { id, transactionId } = await anOpenOrder(visitor);
    await visitor.delete('/api/account').send(PASSWORD).expect(204);
    const look = async () => (await app.db.select().from(orders).where(eq(orders.publicId, id)))[0];
    expect(await look()).toMatchObject({ userId: null, email: '', topic: '' });
    await eventually('its order to end', async () => (await look())?.status === 'expired');
    await app.pay(transactionId);
    await eventually('a person to be told', async () => (await look())?.flag);
    expect(await look()).toMatchObject({
      status: 'expired',
      flag: 'paid after its account was deleted',
      podcastId: null,
    });
  });

  it('what an account has heard before it paid goes with it, also where it never paid', async () => {
    const { visitor, user, email } = await aListener();
    const preview = await aPreview(app.db, {}, { stage: 'queued' });
    await aPaidOrder(app.db, user.id, { previewId: preview.id, status: 'open', email });
    await visitor.delete('/api/account').send(PASSWORD).expect(204);
    const [row] = await app.db.select().from(podcasts).where(eq(podcasts.id, preview.podcastId));
    expect(row).toMatchObject({ status: 'deleted', topic: '', title: '' });
  });

  it('an account with 150 open checkouts is deleted without waiting for Paddle, which ends them afterwards', async () => {
    const { visitor, user } = await aListener();
    const { id, transactionId } = await anOpenOrder(visitor);
    await app.decline(transactionId);
    const [order] = await app.db.select().from(orders).where(eq(orders.publicId, id));
    if (!order) throw new Error('there is no order');
    const { id: _, ...like } = order;
    const others = Array.from({ length: 149 }, (_, n) => ({
      ...like,
      publicId: `other-${user.id}-${n}`,
      paddleTransactionId: `txn_other_${user.id}_${n}`,
    }));
    await app.db.insert(orders).values(others);
    await app.setFaults({ paddle: { errorRate: 1, status: 503 } });
    await visitor.delete('/api/account').send(PASSWORD).expect(204);
    const theirs = inArray(
      orders.publicId,
      others.map(({ publicId }) => publicId),
    );
    expect(await app.db.$count(orders, and(theirs, gt(orders.expiresAt, sql`now()`)))).toBe(0);
    await app.db.delete(orders).where(theirs);
    await app.setFaults({});
    await eventually('Paddle to have ended it', async () => {
      const transaction = await app.transaction(transactionId);
      return transaction.status === 'canceled';
    });
  });

  it('what Paddle tells after an account was deleted is kept without who paid', async () => {
    const mine = await aListener();
    const { order } = await aPast(mine);
    const { transactionId } = await anOpenOrder(mine.visitor);
    await mine.visitor.delete('/api/account').send(PASSWORD).expect(204);
    const { paddle } = await (await fetch(`${app.url}/standins/addresses`)).json();
    const personal = {
      customer_id: 'ctm_1',
      customer: { email: mine.email },
      payments: [mine.email],
    };
    const sale = { id: 'another', transactionId: order.paddleTransactionId ?? '' };
    const refund = adjustmentEvent(sale, 'refund', 'approved', 1);
    const events = [
      transactionEvent(sale, 'completed', 1, personal),
      transactionEvent({ ...sale, transactionId }, 'updated', 1, personal),
      { ...refund, data: { ...refund.data, ...personal } },
      // Neither of these can be told apart by a field of its own.
      { ...refund, event_id: 'evt_odd', data: [transactionId, mine.email] },
      { ...refund, event_id: 'evt_who', event_type: 'customer.updated', data: personal.customer },
    ];
    for (const event of events) {
      const reply = await sendEvent(`${app.url}/api/webhooks/paddle`, paddle.webhookSecret, event);
      expect(reply.status).toBe(200);
      await eventually('the event is handled', async () => {
        const [row] = await app.db
          .select()
          .from(paymentEvents)
          .where(eq(paymentEvents.eventId, event.event_id));
        return row?.handledAt && !JSON.stringify(row.payload).match(/@example|ctm_1/);
      });
    }
  });

  it('admin lists work after an account was deleted', async () => {
    const mine = await aListener();
    const { order } = await aPast(mine);
    await mine.visitor.delete('/api/account').send(PASSWORD).expect(204);
    const admin = await aListener();
    await app.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.user.id));
    for (const list of [
      'orders',
      `orders/${order.publicId}`,
      'podcasts',
      'users',
      'messages',
      'payment-events',
      'figures',
      'audit',
      'discount-codes',
    ]) {
      const reply = await admin.visitor.get(`/api/admin/${list}`);
      expect([list, reply.status]).toEqual([list, 200]);
    }
  });
});

it.each([
  [
    'while an episode is being made',
    async (user: Listener['user']) => {
      // A worker takes it up at once, and no voice answers.
      await app.setFaults({ elevenlabs: { latency: 600_000 } });
      await aFinishedPodcast(app.db, user.id, { status: 'processing' });
    },
    /is being made/,
  ],
  [
    'while a refund is on its way',
    async (user: Listener['user']) => {
      const { id } = await aFinishedPodcast(app.db, user.id);
      // Accepted by Paddle and not decided yet.
      await aPaidOrder(app.db, user.id, {
        podcastId: id,
        status: 'refund_pending',
        refundId: `adj-${id}`,
      });
    },
    /is on its way back/,
  ],
  [
    'while a payment waits for support',
    async (_user: Listener['user'], visitor: Listener['visitor']) => {
      const { id, transactionId } = await anOpenOrder(visitor);
      await app.db.update(orders).set({ total: 100 }).where(eq(orders.publicId, id));
      await app.pay(transactionId);
      await eventually('the flag', async () => {
        const [order] = await app.db.select().from(orders).where(eq(orders.publicId, id));
        return order?.flag;
      });
    },
    /looking into one of your payments/,
  ],
  [
    'while a second payment of a paid order waits for support',
    async (user: Listener['user']) => {
      const { id } = await aFinishedPodcast(app.db, user.id);
      const order = await aPaidOrder(app.db, user.id, { podcastId: id });
      await app.db.insert(unmatchedPayments).values({
        transactionId: `txn_second_${order.id}`,
        orderId: order.id,
        cents: order.total,
        currency: 'USD',
        reason: 'paid with another transaction',
      });
    },
    /looking into one of your payments/,
  ],
])('an account cannot be deleted %s, and the reply says why', async (_when, happen, why) => {
  const mine = await aListener();
  await happen(mine.user, mine.visitor);
  const before = await app.db.select().from(podcasts).where(eq(podcasts.userId, mine.user.id));
  const { body, status } = await mine.visitor.delete('/api/account').send(PASSWORD);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.message).toMatch(why);
  const after = await app.db.select().from(podcasts).where(eq(podcasts.userId, mine.user.id));
  expect(after.map(({ title }) => title)).toEqual(before.map(({ title }) => title));
  expect((await mine.visitor.get('/api/auth/me')).body.user.email).toBe(mine.email);
  expect(await app.db.$count(session)).toBeGreaterThan(0);
});
