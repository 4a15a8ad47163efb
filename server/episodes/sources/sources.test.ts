import { request as send } from 'node:http';
import { desc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { Agent } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SOURCE_PDF_MAX, SOURCE_TEXT_MAX } from '#shared/sourceLimits.ts';
import { pdfs } from '../../../standins/web/pdfs.ts';
import { webPages } from '../../../standins/web/webPages.ts';
import { PAID } from '../../base/bounds/fairQueue.ts';
import { orders, rateLimits, session, sources, users } from '../../base/db/tables.ts';
import type { OrderRow } from '../../orders/orderQueries.ts';
import { openDocuments } from '../../reading/web/documents.ts';
import { aFinishedPodcast, aPaidOrder } from '../../testing/builders.ts';
import { cookieOf } from '../../testing/cookie.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { sourceText } from '../../testing/sourceText.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import type { PodcastRow } from '../log/lease.ts';
import { hashGiven } from './given.ts';
import { attachSource, forgetSources, loadAttachments } from './sources.ts';

let app: TestApp;
let pages: string;
const documents = openDocuments();
beforeAll(async () => {
  // The wiki is that of the stand-ins then.
  app = await openTestApp({ work: false, env: { RESEARCH: 'web' } });
  pages = `${app.url}/standins/web`;
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(async () => {
  await documents.close();
  await app.close();
});

const attach = (visitor: Agent, given: object) => visitor.post('/api/sources').send(given);
const attachPdf = (visitor: Agent, bytes: Buffer) =>
  visitor.post('/api/sources').set('Content-Type', 'application/pdf').send(bytes);
const idOf = async (visitor: Agent, given: object) =>
  (await attach(visitor, given).expect(201)).body.source.id as string;
const rows = () => app.db.$count(sources);
/** The document on lighthouses, and one that none before it is like. */
const aPdf = () => Buffer.concat([pdfs.ordinary(), Buffer.from(`\n%${crypto.randomUUID()}`)]);

it('a topic brings the article on it, as a link to it does', async () => {
  const visitor = app.visitor();
  const { body } = await attach(visitor, { topic: 'How do honey bees decide?' }).expect(201);
  const url = `${pages}/wiki/Honey_bee`;
  expect(body.source).toMatchObject({ kind: 'link', title: 'Honey bee' });
  const again = await attach(visitor, { url }).expect(200);
  expect(again.body).toEqual(body);
});

describe('a link', () => {
  it('answers with what it is', async () => {
    const url = `${pages}/pages/night-trains/night-train`;
    const { body } = await attach(app.visitor(), { url }).expect(201);
    expect(body).toEqual({
      source: {
        id: expect.stringMatching(/^[\w-]{24}$/),
        kind: 'link',
        url,
        title: expect.stringMatching(/\w/),
        site: expect.stringMatching(/\w/),
        words: expect.any(Number),
        language: 'en',
      },
    });
    expect(body.source.words).toBeGreaterThan(50);
  });

  it('in another language is read, and says which', async () => {
    for (const language of ['de', 'es']) {
      const page = webPages.find((each) => each.language === language);
      const { body } = await attach(app.visitor(), { url: `${pages}${page?.path}` }).expect(201);
      expect(body.source).toMatchObject({ language, title: page?.title });
    }
  });

  it('to a PDF is read as one', async () => {
    const { body } = await attach(app.visitor(), { url: `${pages}/pdfs/ordinary.pdf` }).expect(201);
    expect(body.source).toMatchObject({ kind: 'link', title: 'Lighthouses' });
  });

  it.each([
    ['that is dead', '/odd/dead', /no page at this address/],
    ['that is gone', '/odd/gone', /no page at this address/],
    ['behind a login', '/odd/login', /after signing in/],
    ['to a form to sign in', '/odd/login-form', /after signing in/],
    ['to a video', '/odd/video', /no text to read/],
    ['to a picture', '/odd/image', /neither a web page/],
    ['to an archive', '/odd/zip', /neither a web page/],
    ['to a page that says it is not there', '/odd/soft-404', /no page at this address/],
    ['to a cookie wall', '/odd/cookie-wall', /cookie notice or a paywall/],
    ['to a stub before a paywall', '/odd/paywall', /cookie notice or a paywall/],
    ['to two gigabytes', '/odd/huge', /too large/],
    ['to a bomb', '/odd/bomb', /too large/],
    ['that leads round in circles', '/odd/redirect/loop', /couldn’t reach this address/],
    ['to a redirect to this machine', '/odd/redirect/inward/loopback', /isn’t on the public web/],
    ['to a redirect to metadata', '/odd/redirect/inward/metadata', /isn’t on the public web/],
    [
      'to a redirect to a private network',
      '/odd/redirect/inward/private',
      /isn’t on the public web/,
    ],
    ['to a redirect to our own ledger', '/odd/redirect/ledger', /isn’t on the public web/],
    ['to a PDF with a password', '/pdfs/encrypted.pdf', /password-protected/],
  ])('%s is refused in a sentence, and nothing is kept', async (_what, path, sentence) => {
    await refusesLink(`${pages}${path}`, sentence);
  });

  it.each([
    ['no address', 'what my aunt told me', /isn’t the address of a web page/],
    ['a file', 'file:///etc/passwd', /isn’t the address of a web page/],
    ['a script', 'javascript:alert(1)', /isn’t the address of a web page/],
    ['one with a password', 'https://me:secret@example.com/', /isn’t the address of a web page/],
    ['a name of an intranet', 'http://wiki.intranet/', /isn’t on the public web/],
    ['one of an intranet', 'http://192.168.0.1/', /isn’t on the public web/],
    [
      'metadata of the cloud',
      'http://169.254.169.254/latest/meta-data/',
      /isn’t on the public web/,
    ],
    ['this machine', 'http://127.0.0.1/', /isn’t on the public web/],
    ['this machine in other words', 'http://2130706433/', /isn’t on the public web/],
  ])('that is %s is refused in a sentence, and nothing is kept', async (_what, url, sentence) => {
    await refusesLink(url, sentence);
  });

  it('leads to the pages of the stand-in, and to nothing beside them', async () => {
    for (const path of ['/standins/ledger', '/api/config', '/standins/web/../ledger', '/healthz']) {
      await refusesLink(`${app.url}${path}`, /isn’t on the public web/);
    }
  });

  async function refusesLink(url: string, sentence: RegExp) {
    const before = await rows();
    const reply = await attach(app.visitor(), { url }).expect(422);
    expect(reply.body).toMatchObject({
      code: 'source_refused',
      message: expect.stringMatching(sentence),
    });
    expect(reply.body.fields).toEqual({ url: reply.body.message });
    // Who could bring nothing has no session either.
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await rows()).toBe(before);
  }
});

describe('a PDF', () => {
  it('answers with what it is', async () => {
    const { body } = await attachPdf(app.visitor(), aPdf()).expect(201);
    expect(body.source).toMatchObject({ kind: 'pdf', url: null, site: null, title: 'Lighthouses' });
    expect(body.source.words).toBeGreaterThan(100);
  });

  it.each([
    ['with a password', pdfs.encrypted, /password-protected/],
    ['of scanned pages', pdfs.scanned, /pictures of pages/],
    ['that is broken', pdfs.broken, /damaged/],
    ['that is a bomb', pdfs.bomb, /too large|too long/],
    ['that is a picture', () => Buffer.from('89504e470d0a1a0a', 'hex'), /isn’t a PDF/],
    ['of nothing', () => Buffer.alloc(0), /isn’t a PDF/],
  ])('%s is refused in a sentence', { timeout: 30_000 }, async (_what, make, sentence) => {
    const before = await rows();
    const { body } = await attachPdf(app.visitor(), make()).expect(422);
    expect(body).toMatchObject({
      code: 'source_refused',
      fields: { pdf: expect.stringMatching(sentence) },
    });
    expect(await rows()).toBe(before);
  });

  it('of a byte more than 10 MB is refused in a sentence, before it has been sent', async () => {
    const { body } = await attachPdf(app.visitor(), Buffer.alloc(SOURCE_PDF_MAX + 1)).expect(413);
    expect(body).toMatchObject({
      code: 'too_large',
      fields: { pdf: expect.stringMatching(/10 MB/) },
    });
    const reply = await answerBefore({ 'content-length': String(SOURCE_PDF_MAX + 1) }, 1);
    expect(reply).toBe(413);
  });

  it('that never says how long it is, is read up to 10 MB and no further', async () => {
    const reply = await answerBefore({ 'transfer-encoding': 'chunked' }, SOURCE_PDF_MAX + 1);
    expect(reply).toBe(413);
  });

  it('of 10 MB is taken, and read as far as it is one', async () => {
    const { body } = await attachPdf(app.visitor(), Buffer.alloc(SOURCE_PDF_MAX)).expect(422);
    expect(body.fields.pdf).toMatch(/isn’t a PDF/);
  });

  /** The status that is answered to a PDF of which only so many bytes have been sent. */
  function answerBefore(headers: Record<string, string>, bytes: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const upload = send(
      `${app.url}/api/sources`,
      {
        method: 'POST',
        headers: { origin: app.origin, 'content-type': 'application/pdf', ...headers },
      },
      (reply) => {
        resolve(reply.statusCode ?? 0);
        upload.destroy();
      },
    );
    upload.on('error', reject);
    upload.write(Buffer.alloc(bytes));
    return promise;
  }

  it.each([
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'image/png',
    'text/plain',
  ])('is not taken as %s, and no other call takes one', async (type) => {
    const visitor = app.visitor();
    const reply = await visitor.post('/api/sources').set('Content-Type', type).send(String(aPdf()));
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_type']);
    for (const path of ['/api/briefs', '/api/sources/1', '/api/contact']) {
      const other = visitor.post(path).set('Content-Type', 'application/pdf').send(aPdf());
      expect([path, (await other).status]).toEqual([path, 415]);
    }
  });
});

describe('a text', () => {
  it('answers with its first sentence as its title', async () => {
    const text = sourceText('My aunt kept bees. She never wore gloves.\n\nThey never stung her.');
    const { body } = await attach(app.visitor(), { text }).expect(201);
    expect(body.source).toMatchObject({
      kind: 'text',
      url: null,
      site: null,
      title: 'My aunt kept bees.',
      words: 63,
    });
  });

  it('is named by its first words where its first sentence is long', async () => {
    const text = 'Bees have been kept for so many thousands of years that nobody knows who began. ';
    const { body } = await attach(app.visitor(), { text: text.repeat(4) }).expect(201);
    expect(body.source.title).toBe(
      'Bees have been kept for so many thousands of years that nobody knows who began.',
    );
    const sentence = `Once more ${text.trim().replace('.', ' and why')}. `;
    const { body: long } = await attach(app.visitor(), { text: sentence.repeat(4) }).expect(201);
    expect(long.source.title).toMatch(/^Once more .* nobody knows…$/);
  });

  it.each(['a', '茶', '\u{1f41d}', '\u0301e', '"'])(
    'of 50,000 characters like %s is taken',
    async (character) => {
      const sentence = `${character.repeat(9)} and so on. `;
      const text = sentence.repeat(SOURCE_TEXT_MAX).slice(0, SOURCE_TEXT_MAX - 1);
      // Escaped, as some clients do: six bytes for each.
      const sent = JSON.stringify({ text: text.toWellFormed() }).replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      const reply = app.visitor().post('/api/sources').set('Content-Type', 'application/json');
      const { body } = await reply.send(sent).expect(201);
      const [document] = await loadAttachments(app.db, [body.source.id]);
      expect(document?.text.length).toBeGreaterThan(SOURCE_TEXT_MAX / 2);
    },
  );

  it.each([
    ['of spaces', ' \n\t '.repeat(100), 400, /no text to read/],
    ['of nothing', '', 400, /no text to read/],
    ['with a NUL', 'A bee\0 weighs a tenth of a gram.', 400, /can’t be stored/],
    ['with half a bee', 'A bee weighs a tenth of a gram \ud83d.', 400, /can’t be stored/],
    ['of what nobody sees', '\u200b\u2060\u{e0041} '.repeat(10), 422, /no text to read/],
    ['of dots', '… … …', 422, /no text to read/],
    ['of one word', 'short', 422, /too little to talk about: bring at least 50 words/],
    ['of 49 words', 'word '.repeat(49), 422, /too little/],
    ['a character too long', 'x'.repeat(SOURCE_TEXT_MAX + 1), 400, /at most 50,000 characters/],
  ])('%s is refused in a sentence', async (_what, text, status, sentence) => {
    const { body } = await attach(app.visitor(), { text }).expect(status);
    expect(body.fields).toEqual({ text: expect.stringMatching(sentence) });
  });

  it('is kept without what cannot be seen', async () => {
    const text = sourceText('A bee\x01 weighs\u200b a tenth of a gram. Said <script>.');
    const visitor = app.visitor();
    const id = await idOf(visitor, { text });
    const [document] = await loadAttachments(app.db, [id]);
    expect(document?.text).toMatch(/^A bee weighs a tenth of a gram\. Said <script>/);
  });

  it.each([
    ['nothing', {}],
    ['an empty link', { url: ' ' }],
    ['both', { url: 'https://example.com', text: 'x' }],
    ['something else', { html: '<p>' }],
    ['a list', [{ text: 'x' }]],
  ])('%s instead of one source is refused in a sentence', async (_what, given) => {
    const { body } = await attach(app.visitor(), given).expect(400);
    expect(body.message).toMatch(/^(Add a link|This isn’t the address|There is no such field)/);
  });
});

describe('the same source again', () => {
  it('is the first one, and is not fetched again', async () => {
    const visitor = app.visitor();
    const url = `${pages}/pages/night-trains/night-train`;
    const id = await idOf(visitor, { url });
    for (const same of [url, ` ${url} `, `${url}#sleepers`, url.replace('http:', 'HTTP:')]) {
      expect((await attach(visitor, { url: same }).expect(200)).body.source.id).toBe(id);
    }
    // Nor is this one asked for, which nobody has ever reached.
    const known = 'https://known.example/page';
    const contentHash = hashGiven(documents, { url: known });
    await app.db.update(sources).set({ contentHash }).where(eq(sources.id, id));
    expect((await attach(visitor, { url: known }).expect(200)).body.source.id).toBe(id);
  });

  it('is the first one for a text and a PDF, too, even when both come at once', async () => {
    const visitor = app.visitor();
    const text = sourceText(`Twice ${crypto.randomUUID()}`);
    const first = await idOf(visitor, { text });
    expect((await attach(visitor, { text: `${text} ` }).expect(200)).body.source.id).toBe(first);
    const pdf = aPdf();
    const replies = await Promise.all([attachPdf(visitor, pdf), attachPdf(visitor, pdf)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(new Set(replies.map(({ body }) => body.source.id)).size).toBe(1);
  });

  it('is another one for somebody else', async () => {
    const text = sourceText(`Everybody knows ${crypto.randomUUID()}`);
    expect(await idOf(app.visitor(), { text })).not.toBe(await idOf(app.visitor(), { text }));
  });
});

describe('whose it is', () => {
  it('a visitor’s session finds it and takes it back; its key is shown to nobody', async () => {
    const visitor = app.visitor();
    const made = await attach(visitor, { text: sourceText('A visitor brought this.') }).expect(201);
    expect(cookieOf(made)).toMatch(/^duologue-/);
    const path = `/api/sources/${made.body.source.id}`;
    const found = await visitor.get(path).expect(200);
    expect(found.body).toEqual(made.body);
    expect(found.headers['cache-control']).toBe('no-store');
    const [row] = await app.db.select().from(sources).where(eq(sources.id, made.body.source.id));
    expect(row?.visitorKey).toMatch(/^[\w-]{24}$/);
    for (const { text, headers } of [made, found]) {
      expect(text + JSON.stringify(headers)).not.toContain(row?.visitorKey);
    }
    await visitor.delete(path).expect(204);
    for (const reply of [visitor.get(path), visitor.delete(path)]) {
      expect((await reply.expect(404)).body.code).toBe('not_found');
    }
  });

  it.each<[string, OrderRow['status'] | null, PodcastRow['status'] | null, number]>([
    ['an order that waits to be paid', 'open', null, 409],
    ['an episode in production', 'paid', 'processing', 409],
    ['a finished episode', 'paid', 'completed', 409],
    ['an episode that was deleted', 'paid', 'deleted', 204],
    ['an order that has expired', 'expired', null, 204],
    ['nothing', null, null, 204],
  ])('what %s names is taken back as it may be', async (_what, order, episode, status) => {
    const { visitor, email } = await app.buyer();
    const [user] = await app.db.select().from(users).where(eq(users.email, email));
    const id = await idOf(visitor, { text: sourceText('Brought to be ordered.') });
    const named = { sources: ['other', id] };
    const userId = user?.id ?? 0;
    const podcast =
      episode && (await aFinishedPodcast(app.db, userId, { ...named, status: episode }));
    const podcastId = podcast?.id ?? null;
    if (order) await aPaidOrder(app.db, userId, { ...named, status: order, podcastId });
    const { body } = await visitor.delete(`/api/sources/${id}`).expect(status);
    if (status === 409) expect(body.message).toMatch(/rests on this source/);
    await visitor.get(`/api/sources/${id}`).expect(status === 409 ? 200 : 404);
  });

  it('several from one session are all its own', async () => {
    const visitor = app.visitor();
    const ids = [];
    for (const text of ['One.', 'Two.', 'Three.'])
      ids.push(await idOf(visitor, { text: sourceText(text) }));
    for (const id of ids) await visitor.get(`/api/sources/${id}`).expect(200);
  });

  it('no route of sources answers a stranger, whatever they bring themselves', async () => {
    const { visitor: account } = await app.buyer();
    const session = app.visitor();
    const owned = [
      await idOf(account, { text: sourceText('An account brought this.') }),
      await idOf(session, { text: sourceText('A session brought this.') }),
    ];
    const { visitor: otherAccount } = await app.buyer();
    const otherSession = app.visitor();
    await idOf(otherSession, { text: sourceText('A session brought this.') });
    await idOf(otherAccount, { text: sourceText('An account brought this.') });
    const strangers = [app.visitor(), otherSession, otherAccount];
    // Not even each other: an account is not reached by a session, nor the other way round.
    const cases = [
      ...strangers.flatMap((who) => owned.map((id) => ({ who, id }))),
      { who: account, id: owned[1] },
      { who: session, id: owned[0] },
    ];
    const bent = (id = '') =>
      fc.constantFrom(
        id,
        id.toLowerCase(),
        `${id}%20`,
        `${id}%25`,
        ` ${id}`,
        id.slice(0, -1),
        '%2e',
      );
    const routes = app.endpoints.filter(({ call }) => call.includes('/api/sources/'));
    expect(routes.map(({ call }) => call)).toEqual([
      'GET /api/sources/:id',
      'DELETE /api/sources/:id',
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes),
        fc
          .constantFrom(...cases)
          .chain(({ who, id }) => fc.record({ who: fc.constant(who), id: bent(id) })),
        async ({ call }, { who, id }) => {
          const path = call.replace(/^\w+ /, '').replace(':id', encodeURI(id));
          const reply = await (call.startsWith('GET') ? who.get(path) : who.delete(path));
          expect([call, reply.status, reply.body.code]).toEqual([call, 404, 'not_found']);
        },
      ),
      { numRuns: 60 },
    );
    await account.get(`/api/sources/${owned[0]}`).expect(200);
    await session.get(`/api/sources/${owned[1]}`).expect(200);
  });

  it('a registration takes over what its session brought', async () => {
    const visitor = app.visitor();
    const id = await idOf(visitor, { text: sourceText('Brought before there was an account.') });
    const email = `${crypto.randomUUID()}@example.com`;
    await visitor.post('/api/auth/register').send({ email, password: 'secret1' }).expect(201);
    await isAccounts(visitor, id, email);
  });

  it('what was brought before registering can be ordered with, and by nobody else', async () => {
    const visitor = app.visitor();
    const id = await idOf(visitor, { text: sourceText('Brought before it was ordered.') });
    const email = `${crypto.randomUUID()}@example.com`;
    await visitor.post('/api/auth/register').send({ email, password: 'secret1' }).expect(201);
    const buyer = await app.buyer();
    const request = await buyer.request({ sources: [id], onlyTheseSources: true });
    const refused = await buyer.visitor.post('/api/orders').send(request).expect(400);
    expect(refused.body.fields).toEqual({ sources: expect.stringMatching(/no longer there/) });
    await visitor.post('/api/orders').send(request).expect(201);
    const [order] = await app.db.select().from(orders).orderBy(desc(orders.id)).limit(1);
    expect(order).toMatchObject({ sources: [id], onlyTheseSources: true });
  });

  it('a sign-in takes over what its session brought, and no more', async () => {
    const { email } = await app.buyer();
    const [visitor, other] = [app.visitor(), app.visitor()];
    const id = await idOf(visitor, { text: sourceText('Brought before signing in.') });
    const others = await idOf(other, { text: sourceText('Brought by somebody else.') });
    await visitor.post('/api/auth/login').send({ email, password: 'wrong' }).expect(401);
    await visitor.get(`/api/sources/${id}`).expect(200);
    await visitor.post('/api/auth/login').send({ email, password: 'secret1' }).expect(200);
    await isAccounts(visitor, id, email);
    await visitor.get(`/api/sources/${others}`).expect(404);
    await other.get(`/api/sources/${others}`).expect(200);
  });

  it('a sign-in with Google takes over what its session brought', async () => {
    const visitor = app.visitor();
    const id = await idOf(visitor, { text: sourceText('Brought before Google.') });
    const mira = someone();
    await signInWithGoogle(app, mira, visitor);
    await isAccounts(visitor, id, mira.email);
  });

  async function isAccounts(visitor: Agent, id: string, email: string) {
    await visitor.get(`/api/sources/${id}`).expect(200);
    const [row] = await app.db.select().from(sources).where(eq(sources.id, id));
    const [user] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row).toMatchObject({ userId: user?.id, visitorKey: null });
    // The session from before has no claim to it any more.
    await visitor.post('/api/auth/logout').expect(200);
    await visitor.get(`/api/sources/${id}`).expect(404);
    await visitor.delete(`/api/sources/${id}`).expect(404);
  }

  it('a session that has ended finds nothing any more', async () => {
    const visitor = app.visitor();
    const id = await idOf(visitor, { text: sourceText('Brought a month ago.') });
    await app.db.update(session).set({ expire: new Date(Date.now() - 1000) });
    await visitor.get(`/api/sources/${id}`).expect(404);
    const again = await attach(visitor, { text: sourceText('Brought a month ago.') }).expect(201);
    expect(again.body.source.id).not.toBe(id);
  });
});

it('the 21st source of an hour is refused, and before it is read', async () => {
  const visitor = app.visitor();
  for (let n = 0; n < 20; n++) await attach(visitor, { text: sourceText('The same.') });
  await attach(visitor, { text: sourceText('The same.') }).expect(429);
  expect((await attachPdf(visitor, aPdf()).expect(429)).body.code).toBe('too_many');
});

it('while an admin has switched sources off, nothing is read, and what there is stays', async () => {
  const { visitor: admin, email } = await app.buyer();
  await app.db.update(users).set({ isAdmin: true }).where(eq(users.email, email));
  const visitor = app.visitor();
  const id = await idOf(visitor, { text: sourceText('Brought in time.') });
  await admin.patch('/api/admin/features').send({ sources: false }).expect(200);
  for (const reply of [
    attach(visitor, { text: sourceText('Too late.') }),
    attachPdf(visitor, aPdf()),
  ]) {
    const { body } = await reply.expect(503);
    expect(body).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/can’t take sources/),
    });
  }
  await visitor.get(`/api/sources/${id}`).expect(200);
  await admin.patch('/api/admin/features').send({ sources: true }).expect(200);
  await idOf(visitor, { text: sourceText('In time again.') });
});

describe('what production reads', () => {
  it('is in the order of the ids, without those that are gone', async () => {
    const visitor = app.visitor();
    const one = await idOf(visitor, { text: sourceText('The first source.') });
    const two = await idOf(visitor, { url: `${pages}/pages/night-trains/night-train` });
    const documents = await loadAttachments(app.db, [two, 'gone', one, two]);
    expect(documents.map(({ id }) => id)).toEqual([two, one]);
    expect(documents[1]).toEqual({
      id: one,
      kind: 'text',
      url: null,
      title: 'The first source.',
      site: null,
      published: null,
      language: null,
      text: sourceText('The first source.'),
      words: 54,
    });
    expect(await loadAttachments(app.db, [])).toEqual([]);
  });
});

it('a text that moderation refuses is not kept, and a sentence at its field says so', async () => {
  const moderator = { moderate: async () => 'refused' as const };
  const [user] = await app.db.select().from(users).limit(1);
  const owner = { userId: user?.id ?? 0 };
  const given = { text: sourceText('How to do what nobody should.') };
  const before = await rows();
  const { signal } = new AbortController();
  const asked = { share: PAID, given, gone: signal };
  const attaching = attachSource({ db: app.db, documents, moderator }, owner, asked);
  await expect(attaching).rejects.toMatchObject({
    code: 'source_refused',
    fields: { text: expect.stringMatching(/can’t make an episode from this source/) },
  });
  expect(await rows()).toBe(before);
});

it('what was brought is deleted after 30 days, and not before', async () => {
  const visitor = app.visitor();
  const old = await idOf(visitor, { text: sourceText('Thirty days old.') });
  const young = await idOf(visitor, { text: sourceText('Nearly thirty days old.') });
  const age = (id: string, hours: number) =>
    app.db
      .update(sources)
      .set({ createdAt: sql`now() - make_interval(hours => ${hours})` })
      .where(eq(sources.id, id));
  await age(old, 30 * 24 + 1);
  await age(young, 30 * 24 - 1);
  await forgetSources(app.db);
  await visitor.get(`/api/sources/${old}`).expect(404);
  await visitor.get(`/api/sources/${young}`).expect(200);
});
