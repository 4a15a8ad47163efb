import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactMessages, emails, rateLimits } from '../../base/db/tables.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { SUPPORT_EMAIL: 'help@duologue.example' } });
});
beforeEach(async () => {
  await app.db.delete(rateLimits);
  await app.db.delete(contactMessages);
  await app.db.delete(emails);
});
afterAll(() => app.close());

const message = { name: 'Ada', email: 'ada@example.com', message: 'Where is my tape?' };
const send = (body: object, visitor = app.visitor()) => visitor.post('/api/contact').send(body);
const stored = () => app.db.select().from(contactMessages);
const posted = () => app.db.select().from(emails);

describe('contact message', () => {
  it('a contact message is stored, with one email to support in the outbox', async () => {
    await send(message).expect(201);
    const [row, ...more] = await stored();
    expect(row).toMatchObject({ ...message, userId: null, handledAt: null });
    expect(more).toEqual([]);
    const all = await posted();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      about: `contact:${row?.id}`,
      kind: 'contact',
      recipient: 'help@duologue.example',
      content: { subject: `Message ${row?.id} from the contact page` },
    });
    expect(all[0]?.content?.text).toContain('From: Ada\nEmail: ada@example.com');
    expect(all[0]?.content?.text).toContain('Where is my tape?');
  });

  it('a contact message of a signed-in user stores the account and needs no name', async () => {
    const { visitor, email } = await app.buyer();
    const { body } = await visitor.get('/api/auth/me');
    await send({ name: ' ', email, message: 'Hello' }, visitor).expect(201);
    expect(await stored()).toMatchObject([{ userId: body.user.id, name: null, email }]);
  });

  it('a contact message with a character that PostgreSQL cannot store is refused', async () => {
    for (const text of ['a\0b', 'a \ud800 c']) {
      const { body } = await send({ ...message, message: text }).expect(400);
      expect(body.fields).toEqual({ message: 'This has a character in it that can’t be stored' });
    }
    expect(await posted()).toHaveLength(0);
  });

  it('a contact message with the honeypot field filled in looks sent but is not stored', async () => {
    const real = await send(message).expect(201);
    const trapped = await send({ ...message, website: 'https://spam.example' }).expect(201);
    expect(trapped.body).toEqual(real.body);
    expect(await stored()).toHaveLength(1);
    expect(await posted()).toHaveLength(1);
  });

  it.each([
    [
      'no body',
      {},
      { email: 'Please enter a valid email address', message: 'Message is required' },
    ],
    ['a bad email', { ...message, email: 'ada@' }, { email: 'Please enter a valid email address' }],
    [
      'two emails',
      { ...message, email: 'a@b.example, c@d.example' },
      { email: expect.any(String) },
    ],
    ['an empty message', { ...message, message: ' \n ' }, { message: 'Message is required' }],
    ['4001 characters', { ...message, message: 'x'.repeat(4001) }, { message: expect.any(String) }],
    [
      'a name of 101 characters',
      { ...message, name: 'x'.repeat(101) },
      { name: expect.any(String) },
    ],
  ])(
    'a contact message with %s gets 400 with its fields and is not stored',
    async (_, body, fields) => {
      const reply = await send(body).expect(400);
      expect(reply.body).toMatchObject({ code: 'invalid', fields });
      expect(Object.keys(reply.body.fields)).toEqual(Object.keys(fields));
      expect(await stored()).toEqual([]);
      expect(await posted()).toEqual([]);
    },
  );

  it('the sixth contact message in an hour from one IP address gets 429 and a retry time', async () => {
    for (let n = 0; n < 5; n += 1) await send(message).expect(201);
    const { body, headers } = await send(message).expect(429);
    expect(body).toMatchObject({
      code: 'too_many',
      message: 'Too many attempts. Please wait a little and try again.',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect(await stored()).toHaveLength(5);
  });
});
