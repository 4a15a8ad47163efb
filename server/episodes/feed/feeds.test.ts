import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcasts, rateLimits, users } from '../../base/db/tables.ts';
import { aFinishedPodcast, aPaidOrder, aSource } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { complaintsOf } from '../../testing/feedGrammar.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { endLinks } from '../listen/episodeAccess.ts';
import { guidOf } from './feeds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { PUBLIC_URL: 'http://duologue.example' } });
});
afterAll(() => app.close());

const NAMESPACES = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
};

async function aListener() {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('no account was made');
  const { body } = await visitor.get('/api/account/feed').expect(200);
  const feedUrl = String(body.feedUrl);
  return { visitor, user, feedUrl, path: new URL(feedUrl).pathname };
}

/** As if nothing had changed since yesterday. */
async function longAgo() {
  const yesterday = sql`now() - interval '1 day'`;
  await app.db.update(users).set({ updatedAt: yesterday });
  await app.db.update(podcasts).set({ completedAt: yesterday });
}

/** Asks as a podcast app does, without a cookie. */
const fetchFeed = (path: string) => fetch(`${app.url}${path}`);

/** Throws for anything that is not well-formed. */
function parse(xml: string) {
  const { window } = new JSDOM('');
  const document = new window.DOMParser().parseFromString(xml, 'application/xml');
  const complaint = document.querySelector('parsererror');
  if (complaint) throw new Error(complaint.textContent ?? 'not well-formed');
  return document;
}

type Scope = Document | Element;
function one(scope: Scope, name: string): Element {
  const [prefix, local] = name.includes(':') ? name.split(':') : [null, name];
  const space = prefix ? NAMESPACES[prefix as keyof typeof NAMESPACES] : null;
  const found = [...scope.children].filter(
    (child) => child.localName === local && child.namespaceURI === space,
  );
  if (found.length !== 1) throw new Error(`${found.length} of <${name}> in <${scope.nodeName}>`);
  return found[0] as Element;
}
const textOf = (scope: Scope, name: string) => one(scope, name).textContent;
/** The last part of an enclosure's address. */
const fileOf = (item: Element) => one(item, 'enclosure').getAttribute('url')?.split('/').at(-1);
const channelOf = (document: Document) => one(one(document, 'rss'), 'channel');
const itemsOf = (document: Document) => [...channelOf(document).querySelectorAll('item')];

const markOf = (scope: Element) => one(scope, 'Iptc4xmpExt:DigitalSourceType');
const captionsOf = (item: Element) =>
  item.getElementsByTagNameNS(NAMESPACES.podcast, 'transcript')[0] as Element;
const nobodyIn = (item: Element) =>
  item.ownerDocument.createElementNS(NAMESPACES.podcast, 'podcast:person');

/** Where all that belongs to an item is. */
function mediaOf(item: Element): string {
  const address = one(item, 'enclosure').getAttribute('url') ?? '';
  const media = /^http:\/\/duologue\.example\/media\/[\w.-]{60,}(?=\/file\/)/.exec(address)?.[0];
  if (!media) throw new Error(`${address} is no enclosure`);
  return media;
}

async function read(path: string) {
  const reply = await fetchFeed(path);
  expect(reply.status).toBe(200);
  const document = parse(await reply.text());
  return { reply, document, items: itemsOf(document) };
}

describe('private feed', () => {
  it('the private feed carries what Apple and Podcasting 2.0 require of an unlisted show', async () => {
    const { feedUrl, path } = await aListener();
    await longAgo();
    const { reply, document } = await read(path);
    expect(reply.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(reply.headers.get('x-robots-tag')).toBe('noindex');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect(reply.headers.get('cache-control')).toContain('private');
    expect(reply.headers.get('set-cookie')).toBeNull();
    const channel = channelOf(document);
    expect(one(document, 'rss').getAttribute('version')).toBe('2.0');
    expect(textOf(channel, 'title')).toBe('Your episodes on Duologue');
    expect(textOf(channel, 'link')).toBe('http://duologue.example/dashboard');
    expect(textOf(channel, 'description')).toContain('made by AI');
    expect(textOf(channel, 'language')).toBe('en');
    expect(textOf(channel, 'itunes:author')).toBe('Duologue');
    expect(textOf(channel, 'itunes:explicit')).toBe('false');
    expect(textOf(channel, 'itunes:type')).toBe('episodic');
    expect(textOf(channel, 'itunes:block')).toBe('Yes');
    expect(textOf(channel, 'podcast:block')).toBe('yes');
    expect(one(channel, 'itunes:category').getAttribute('text')).toBe('Education');
    expect(one(channel, 'itunes:image').getAttribute('href')).toMatch(/^http:.*\.png$/);
    expect(textOf(one(channel, 'itunes:owner'), 'itunes:email')).toContain('@');
    expect(textOf(channel, 'podcast:locked')).toBe('yes');
    expect(one(channel, 'podcast:locked').getAttribute('owner')).toContain('@');
    expect(one(channel, 'atom:link').getAttribute('href')).toBe(feedUrl);
    expect(itemsOf(document)).toEqual([]);
  });

  it('a feed item carries all that a podcast app needs to play it without a cookie', async () => {
    const { user, path } = await aListener();
    const row = await aFinishedPodcast(app.db, user.id);
    const { items } = await read(path);
    const [item] = items as [Element];
    const media = mediaOf(item);
    expect(textOf(item, 'title')).toBe('Why tides turn');
    expect(textOf(item, 'guid')).toBe(row.publicId);
    expect(one(item, 'guid').getAttribute('isPermaLink')).toBe('false');
    expect(textOf(item, 'description')).toContain('Ann and Bob');
    expect(textOf(item, 'description')).toContain('The moon pulls');
    expect(textOf(item, 'description')).toContain('made by AI');
    expect(textOf(item, 'pubDate')).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(textOf(item, 'itunes:duration')).toBe('601');
    const enclosure = one(item, 'enclosure');
    expect(enclosure.getAttribute('url')).toMatch(/\/file\/why-tides-turn-[\da-f]{8}\.mp3$/);
    expect(enclosure.getAttribute('length')).toBe('4811200');
    expect(enclosure.getAttribute('type')).toBe('audio/mpeg');
    const transcripts = [...item.getElementsByTagNameNS(NAMESPACES.podcast, 'transcript')];
    const said = ['url', 'type', 'language', 'rel'];
    expect(transcripts.map((tag) => said.map((name) => tag.getAttribute(name)))).toEqual([
      [`${media}/transcript.vtt`, 'text/vtt', 'en', 'captions'],
      [`${media}/transcript.json`, 'application/json', 'en', 'captions'],
    ]);
    const chapters = one(item, 'podcast:chapters');
    expect(chapters.getAttribute('type')).toBe('application/json+chapters');
    // Each of them is served without a cookie, in the type that the feed states.
    const sound = new URL(enclosure.getAttribute('url') ?? '').pathname;
    const head = await fetch(`${app.url}${sound}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('4811200');
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    const get = await fetch(`${app.url}${sound}`, { redirect: 'manual' });
    expect(get.status).toBe(302);
    for (const tag of [...transcripts, chapters]) {
      const reply = await fetch(`${app.url}${new URL(tag.getAttribute('url') ?? '').pathname}`);
      expect(reply.headers.get('content-type')).toContain(tag.getAttribute('type'));
    }
  });

  it('a podcast app’s own parser reads the feed, including its Podcasting 2.0 tags', async () => {
    const { user, path } = await aListener();
    const row = await aFinishedPodcast(app.db, user.id);
    const feed = parseFeed(await (await fetchFeed(path)).text());
    const media = mediaOf((await read(path)).items[0] as Element);
    expect(feed).toMatchObject({
      title: 'Your episodes on Duologue',
      explicit: false,
      itunesBlock: true,
      locked: true,
      guid: expect.any(String),
    });
    const [item] = feed?.items ?? [];
    expect(item).toMatchObject({
      guid: row.publicId,
      duration: 601,
      enclosure: { url: expect.stringMatching(`^${media}/file/why-`), length: 4811200 },
      podcastPeople: [
        { name: 'Ann (AI voice)', role: 'Host', group: 'Cast' },
        { name: 'Bob (AI voice)', role: 'Host', group: 'Cast' },
      ],
      podcastChapters: { url: `${media}/chapters.json` },
    });
    expect(item?.podcastTranscripts?.map(({ url }) => url)).toEqual([
      `${media}/transcript.vtt`,
      `${media}/transcript.json`,
    ]);
  });

  it('every element of the feed keeps to the RSS 2.0, Apple and Podcasting 2.0 specifications', async () => {
    const { user, path } = await aListener();
    for (const title of ['Why tides turn', 'Moss']) {
      await aFinishedPodcast(app.db, user.id, { title });
    }
    const { document, items } = await read(path);
    expect(items).toHaveLength(2);
    expect(complaintsOf(document.documentElement)).toEqual([]);
  });

  it.each<[string, (item: Element, channel: Element) => void, string]>([
    ['a missing length', (item) => one(item, 'enclosure').removeAttribute('length'), 'length of'],
    ['two titles', (item) => item.append(one(item, 'title').cloneNode(true)), '2 of <title>'],
    ['a missing guid', (item) => one(item, 'guid').remove(), '0 of <guid>'],
    ['the same guid twice', (item, channel) => channel.append(item.cloneNode(true)), 'one guid'],
    ['an invalid date', (item) => one(item, 'pubDate').replaceChildren('soon'), 'soon'],
    [
      'captions in no language',
      (item) => captionsOf(item).setAttribute('language', 'x'),
      'language',
    ],
    ['captions of no kind', (item) => captionsOf(item).setAttribute('rel', 'stylesheet'), 'rel of'],
    [
      'a nameless person',
      (item) => one(item, 'podcast:chapters').before(nobodyIn(item)),
      'says “”',
    ],
    ['an invented source', (item) => markOf(item).replaceChildren('magic'), 'magic'],
    ['an unknown tag', (item) => item.append(item.ownerDocument.createElement('mood')), 'mood'],
  ])('the specification check finds %s in a feed', async (_what, spoil, complaint) => {
    const { user, path } = await aListener();
    await aFinishedPodcast(app.db, user.id);
    const { document, items } = await read(path);
    spoil(items[0] as Element, channelOf(document));
    expect(complaintsOf(document.documentElement).join('\n')).toContain(complaint);
  });

  it('a feed item keeps its guid and audio address after a rename and a new share link', async () => {
    const { visitor, user, path } = await aListener();
    const row = await aFinishedPodcast(app.db, user.id);
    const before = (await read(path)).items[0] as Element;
    await app.db
      .update(podcasts)
      .set({ shareToken: `another-${row.id}` })
      .where(eq(podcasts.id, row.id));
    await visitor.patch(`/api/podcasts/${row.publicId}`).send({ title: 'Renamed' }).expect(200);
    const after = (await read(path)).items[0] as Element;
    expect(textOf(after, 'title')).toBe('Renamed');
    expect(textOf(after, 'guid')).toBe(textOf(before, 'guid'));
    expect(one(after, 'enclosure').outerHTML).toBe(one(before, 'enclosure').outerHTML);
  });

  it('no two enclosures of a feed have one file name, whatever their titles', async () => {
    const { user, path } = await aListener();
    const titles = ['Why tides turn', 'Why tides turn!', 'why TIDES turn', '眠り', '潮'];
    for (const title of [...titles, ...titles]) {
      await aFinishedPodcast(app.db, user.id, { title, outline: null });
    }
    const names = (await read(path)).items.map(fileOf);
    expect(new Set(names.map((name) => name?.toLowerCase())).size).toBe(10);
    for (const name of names) expect(name).toMatch(/^(why-tides-turn|episode)-[\da-f]{8}\.mp3$/);
  });

  it('an episode keeps its file name when another of the same title comes or goes', async () => {
    const { visitor, user, path } = await aListener();
    const { publicId: first } = await aFinishedPodcast(app.db, user.id);
    const [older] = (await read(path)).items.map(fileOf);
    await aFinishedPodcast(app.db, user.id);
    const both = (await read(path)).items.map(fileOf);
    expect(both[1]).toBe(older);
    await visitor.delete(`/api/podcasts/${first}`).expect(204);
    expect((await read(path)).items.map(fileOf)).toEqual([both[0]]);
  });

  it('an enclosure answers at every address that it ever had in a feed', async () => {
    const { user, path } = await aListener();
    await aFinishedPodcast(app.db, user.id);
    const media = new URL(mediaOf((await read(path)).items[0] as Element)).pathname;
    for (const name of ['episode.mp3', 'file/why-tides-turn.mp3', 'file/episode.mp3']) {
      const get = await fetch(`${app.url}${media}/${name}`, { redirect: 'manual' });
      const head = await fetch(`${app.url}${media}/${name}`, { method: 'HEAD' });
      expect([name, get.status, head.status]).toEqual([name, 302, 200]);
    }
  });

  it('the file of an episode is named in the feed after the title that it was made with', async () => {
    const { user, path } = await aListener();
    const titles = ['Why tides turn', '  “Crème” brûlée: 100 %?  ', '眠り', 'x'.repeat(99)];
    for (const title of titles) await aFinishedPodcast(app.db, user.id, { title, outline: null });
    const { items } = await read(path);
    const names = items.map((item) => fileOf(item)?.replace(/-[\da-f]{8}(?=\.mp3$)/, ''));
    expect(names.reverse()).toEqual([
      'why-tides-turn.mp3',
      'creme-brulee-100.mp3',
      'episode.mp3',
      `${'x'.repeat(60)}.mp3`,
    ]);
  });

  it('a feed with another address keeps all by which an app knows an episode that it has', async () => {
    await app.db.delete(rateLimits);
    const { visitor, user, path } = await aListener();
    await aFinishedPodcast(app.db, user.id);
    const known = (item: Element) => [
      ...['guid', 'title', 'pubDate', 'itunes:duration'].map((name) => textOf(item, name)),
      ...['length', 'type'].map((name) => one(item, 'enclosure').getAttribute(name)),
    ];
    const first = await read(path);
    const before = first.items[0] as Element;
    const { body } = await visitor.post('/api/account/feed').expect(201);
    const other = await read(new URL(body.feedUrl).pathname);
    const after = other.items[0] as Element;
    expect(mediaOf(after)).not.toBe(mediaOf(before));
    expect(known(after)).toEqual(known(before));
    const guid = ({ document }: typeof first) => textOf(channelOf(document), 'podcast:guid');
    expect(guid(other)).toBe(guid(first));
  });

  it('no two accounts’ feeds have one podcast GUID, and none is made of the secret address', async () => {
    const [ann, bob] = [await aListener(), await aListener()];
    const guid = async ({ path }: typeof ann) =>
      textOf(channelOf((await read(path)).document), 'podcast:guid');
    const guids = [await guid(ann), await guid(bob), guidOf(ann.feedUrl), guidOf(bob.feedUrl)];
    expect(new Set(guids).size).toBe(4);
  });

  it('the notes of an episode list its chapters, which lead to their place on our page', async () => {
    const { user, path } = await aListener();
    await aFinishedPodcast(app.db, user.id);
    const item = (await read(path)).items[0] as Element;
    const notes = new JSDOM(textOf(item, 'content:encoded') ?? '').window.document;
    const page = textOf(item, 'link');
    const chapters = [...notes.querySelectorAll('li')].map((chapter) => [
      chapter.textContent,
      chapter.querySelector('a')?.getAttribute('href'),
    ]);
    expect(chapters).toEqual([
      ['00:00 The pull', `${page}&t=0`],
      ['00:02 The turn', `${page}&t=2`],
    ]);
    const paragraphs = [...notes.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(paragraphs).toEqual([
      'The moon pulls, the sea follows.',
      'Ann and Bob talk it through.',
      'Listen and read along',
      expect.stringContaining('made by AI'),
    ]);
  });

  /** As an app's own parser reads them, of the newest episode. */
  async function notesIn(path: string) {
    const [item] = parseFeed(await (await fetchFeed(path)).text())?.items ?? [];
    const notes = new JSDOM(item?.content ?? '').window.document;
    const [heading] = [...notes.querySelectorAll('p')].filter(
      ({ textContent }) => textContent === 'Sources:',
    );
    const sources = [...(heading?.nextElementSibling?.children ?? [])];
    return {
      html: item?.content ?? '',
      sources: sources.map((source) => [
        source.textContent,
        source.querySelector('a')?.getAttribute('href') ?? null,
      ]),
    };
  }

  it('a podcast app’s own parser reads the sources of an episode with their links from its notes', async () => {
    const { user, path } = await aListener();
    const { id } = await aFinishedPodcast(app.db, user.id);
    expect((await notesIn(path)).html).not.toContain('Sources');
    const url = 'https://tides.example/?a=1&b=“2”';
    await aSource(app.db, id, { title: 'Tides & “moons”', url });
    await aSource(app.db, id, { number: 2, url: null, site: null });
    await aSource(app.db, id, { number: 3, isRemoved: true });
    expect((await notesIn(path)).sources).toEqual([
      ['Tides & “moons”, tides.example', url],
      ['Tides, part 2', null],
    ]);
  });

  it('the notes name a text or PDF that the listener brought only if its owner shows it to everybody', async () => {
    const { visitor, user, path } = await aListener();
    const { id, publicId } = await aFinishedPodcast(app.db, user.id);
    await aSource(app.db, id, { kind: 'pdf', title: 'Minutes of the board', site: 'Board' });
    const strangers = await notesIn(path);
    expect(strangers.sources).toEqual([['A document the listener brought', null]]);
    expect(strangers.html).not.toMatch(/board/i);
    const show = visitor.patch(`/api/podcasts/${publicId}`).send({ showsSources: true });
    await show.expect(200);
    expect((await notesIn(path)).sources).toEqual([
      ['Minutes of the board, Board', 'https://tides.example/1'],
    ]);
    const { document } = await read(path);
    expect(complaintsOf(document.documentElement)).toEqual([]);
  });

  it('the feed and each of its episodes are marked as machine-made for machines', async () => {
    const { user, path } = await aListener();
    await aFinishedPodcast(app.db, user.id);
    const { document, items } = await read(path);
    for (const marked of [channelOf(document), ...items]) {
      expect(markOf(marked).textContent).toBe(
        'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      );
    }
  });

  it('the feed omits episodes that cannot be played or belong to somebody else', async () => {
    const { user, visitor, path } = await aListener();
    const other = await aListener();
    await aFinishedPodcast(app.db, other.user.id, { title: 'Not mine' });
    await aFinishedPodcast(app.db, user.id, { title: 'Withheld', withheld: true });
    await aFinishedPodcast(app.db, user.id, { title: 'In the making', status: 'processing' });
    await aFinishedPodcast(app.db, user.id, { title: 'Failed', status: 'failed' });
    const gone = await aFinishedPodcast(app.db, user.id, { title: 'Deleted' });
    await visitor.delete(`/api/podcasts/${gone.publicId}`).expect(204);
    expect((await read(path)).items).toEqual([]);
  });

  it('the feed lists the newest 200 episodes, newest first', async () => {
    const { user, path } = await aListener();
    const rows = Array.from({ length: 201 }, (_, n) => ({
      publicId: `many-${n}`,
      shareToken: `many-share-${n}`,
      userId: user.id,
      title: `Tape ${n}`,
      topic: 'tides',
      tone: 'Normal',
      style: 'Conversation',
      duration: 10,
      voice1Id: 'a',
      voice1Name: 'Ann',
      voice2Id: 'b',
      voice2Name: 'Bob',
      email: 'x@example.com',
      status: 'completed' as const,
      audioKey: 'k',
      audioBytes: 1,
      completedAt: sql`now() + make_interval(mins => ${n})`,
    }));
    await app.db.insert(podcasts).values(rows);
    const { items } = await read(path);
    expect(items).toHaveLength(200);
    expect(textOf(items[0] as Element, 'title')).toBe('Tape 200');
    expect(textOf(items[199] as Element, 'title')).toBe('Tape 1');
  });

  it.each([
    ...[
      '"><img src=x onerror=alert(1)>',
      ']]></title><item><title>Not mine</title></item>',
      '&amp; & &#0; <![CDATA[ <!-- ]]>',
      "' onload='alert(1)",
      '眠り، العربية, 😀',
    ].map((title) => [title, title]),
    ['back\bspace \u0001\u000b\ufffe and tab\t', 'backspace  and tab\t'],
  ])('the feed shows markup in a title as plain text: %j', async (title, kept) => {
    const { user, path } = await aListener();
    const { id } = await aFinishedPodcast(app.db, user.id, {
      title,
      summary: title,
      voice1Name: title,
    });
    await aSource(app.db, id, { title, site: title, url: 'https://a.example/">' });
    await app.db.update(users).set({ firstName: title }).where(eq(users.id, user.id));
    const { document, items } = await read(path);
    expect(items).toHaveLength(1);
    expect(textOf(items[0] as Element, 'title')).toBe(kept);
    expect(document.querySelectorAll('img, script').length).toBe(0);
    const html = textOf(items[0] as Element, 'content:encoded') ?? '';
    const notes = new JSDOM(html).window.document;
    expect(notes.querySelectorAll('img, script, title, [onload], [onerror]').length).toBe(0);
    expect(notes.querySelector('p')?.textContent).toBe(kept);
    expect([...notes.querySelectorAll('li')].at(-1)?.textContent).toBe(`${kept}, ${kept}`);
    expect(textOf(channelOf(document), 'title')).toBe(`${kept}’s episodes on Duologue`);
  });
});

describe('cached feed', () => {
  // Not by fetch, which asks for a fresh copy whenever a condition is given.
  const askWith = (path: string, headers: Record<string, string>) =>
    app.visitor().get(path).set(headers);

  it('an app that has the feed gets a 304 until an episode is renamed or deleted', async () => {
    const { visitor, user, path } = await aListener();
    const { publicId } = await aFinishedPodcast(app.db, user.id);
    let known = (await askWith(path, {})).headers;
    const ask = async () => {
      const reply = await askWith(path, {
        'if-none-match': String(known.etag),
        'if-modified-since': String(known['last-modified']),
      });
      known = reply.headers;
      return reply;
    };
    const unchanged = await ask();
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    await visitor.patch(`/api/podcasts/${publicId}`).send({ title: 'Moon' }).expect(200);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(304);
    await visitor.delete(`/api/podcasts/${publicId}`).expect(204);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(304);
  });

  type Listener = Awaited<ReturnType<typeof aListener>>;
  type Episode = Awaited<ReturnType<typeof aFinishedPodcast>>;
  it.each<[string, (listener: Listener, episode: Episode) => Promise<unknown>]>([
    [
      'a renamed episode',
      ({ visitor }, { publicId }) =>
        visitor.patch(`/api/podcasts/${publicId}`).send({ title: 'Moon' }).expect(200),
    ],
    [
      'sources that everybody may see',
      ({ visitor }, { publicId }) =>
        visitor.patch(`/api/podcasts/${publicId}`).send({ showsSources: true }).expect(200),
    ],
    [
      'a deleted episode',
      ({ visitor }, { publicId }) => visitor.delete(`/api/podcasts/${publicId}`).expect(204),
    ],
    ['a new episode', ({ user }) => aFinishedPodcast(app.db, user.id)],
    ['the end of an episode’s links', (_, { id }) => endLinks(app.db, id)],
    [
      'its owner’s new name',
      ({ visitor }) => visitor.patch('/api/account').send({ firstName: 'Mira' }).expect(200),
    ],
  ])('%s reaches an app that sends only If-Modified-Since', async (_, change) => {
    const listener = await aListener();
    const episode = await aFinishedPodcast(app.db, listener.user.id);
    await longAgo();
    const since = (await fetchFeed(listener.path)).headers.get('last-modified') ?? '';
    expect(Date.parse(since)).toBeLessThan(Date.now() - 3_600_000);
    const ask = (known: string) => askWith(listener.path, { 'if-modified-since': known });
    expect((await ask(since)).status).toBe(304);
    await change(listener, episode);
    expect((await ask(since)).status).toBe(200);
  });

  it('of two changes within a second both reach an app that sends only If-Modified-Since', async () => {
    const { visitor, user, path } = await aListener();
    const { publicId } = await aFinishedPodcast(app.db, user.id);
    const rename = (title: string) =>
      visitor.patch(`/api/podcasts/${publicId}`).send({ title }).expect(200);
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const time = (await fetchFeed(path)).headers.get('last-modified');
      await rename(title);
      const reply = await askWith(path, time === null ? {} : { 'if-modified-since': time });
      expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(`>${title}<`)]);
    }
  });

  it('a feed says when it last changed once another change cannot have the same time', async () => {
    const { user, path } = await aListener();
    const changed = { updatedAt: sql`date_trunc('second', now())` };
    await app.db.update(users).set(changed).where(eq(users.id, user.id));
    const [row] = await app.db.select().from(users).where(eq(users.id, user.id));
    const stated = await eventually('the second is over', async () =>
      (await fetchFeed(path)).headers.get('last-modified'),
    );
    expect(stated).toBe(row?.updatedAt.toUTCString());
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(stated) + 1000);
  });

  it('a chargeback reaches an app that sends only If-Modified-Since', async () => {
    const { user, path } = await aListener();
    const { id } = await aFinishedPodcast(app.db, user.id, {
      completedAt: new Date(Date.now() - 86_400_000),
    });
    const old = { updatedAt: sql`now() - interval '1 day'` };
    await app.db.update(users).set(old).where(eq(users.id, user.id));
    const since = (await fetchFeed(path)).headers.get('last-modified') ?? '';
    const charged = { podcastId: id, chargedBack: true, chargebackChangedAt: new Date() };
    await aPaidOrder(app.db, user.id, charged);
    await app.db.update(podcasts).set({ withheld: true }).where(eq(podcasts.id, id));
    const reply = await askWith(path, { 'if-modified-since': since });
    expect(reply.status).toBe(200);
    expect((await read(path)).items).toEqual([]);
  });

  it('a refund by hand reaches an app that sends only If-Modified-Since', async () => {
    const { user, path } = await aListener();
    const { id } = await aFinishedPodcast(app.db, user.id, {
      completedAt: new Date(Date.now() - 86_400_000),
    });
    const old = { updatedAt: sql`now() - interval '1 day'` };
    await app.db.update(users).set(old).where(eq(users.id, user.id));
    const since = (await fetchFeed(path)).headers.get('last-modified') ?? '';
    await aPaidOrder(app.db, user.id, {
      podcastId: id,
      status: 'refund_pending',
      refundReason: 'support',
    });
    await endLinks(app.db, id);
    const reply = await askWith(path, { 'if-modified-since': since });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('<item>');
  });

  it('the feed answers HEAD requests and is compressed on request', async () => {
    const { user, path } = await aListener();
    await aFinishedPodcast(app.db, user.id);
    await longAgo();
    const head = await fetch(`${app.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toMatch(/^W\/".{43}"$/);
    const get = await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    expect(get.headers.get('content-encoding')).toBe('gzip');
    expect(get.headers.get('etag')).toBe(head.headers.get('etag'));
    expect(get.headers.get('last-modified')).toMatch(/GMT$/);
    expect(get.headers.get('last-modified')).toBe(head.headers.get('last-modified'));
    expect(itemsOf(parse(await get.text()))).toHaveLength(1);
  });
});

describe('feed address', () => {
  it('simultaneous requests of one account get the same feed address', async () => {
    const { visitor } = await app.buyer();
    const replies = await Promise.all([1, 2, 3, 4].map(() => visitor.get('/api/account/feed')));
    expect(new Set(replies.map(({ body }) => body.feedUrl)).size).toBe(1);
    expect(replies[0]?.body.feedUrl).toMatch(/^http:\/\/duologue\.example\/feeds\/[\w-]{43}\.xml$/);
  });

  it('a replaced feed address stops working at once, and tells apps that it is gone for good', async () => {
    await app.db.delete(rateLimits);
    const { visitor, path, user } = await aListener();
    const { publicId } = await aFinishedPodcast(app.db, user.id);
    const { body } = await visitor.post('/api/account/feed').expect(201);
    const gone = await fetchFeed(path);
    expect([gone.status, (await gone.json()).code]).toEqual([410, 'expired']);
    const { items } = await read(new URL(body.feedUrl).pathname);
    expect(textOf(items[0] as Element, 'guid')).toBe(publicId);
    expect((await visitor.get('/api/account/feed')).body).toEqual(body);
  });

  it('the feed address requires a sign-in', async () => {
    await app.visitor().get('/api/account/feed').expect(401);
    await app.visitor().post('/api/account/feed').expect(401);
  });

  it('an address that was never given is no replaced one, however like one it looks', async () => {
    const { path } = await aListener();
    await read(path);
    const changed = path.replace(/.(?=.{20}\.xml)/, (sign) => (sign === 'a' ? 'b' : 'a'));
    const invented = `/feeds/${randomBytes(32).toString('base64url')}.xml`;
    for (const address of [changed, invented]) {
      expect([address, (await fetchFeed(address)).status]).toEqual([address, 404]);
    }
  });

  it.each(['nobody', '%00', '%ff', "' or 1=1 --", ''])(
    'a made-up feed address gets a 404: %j',
    async (token) => {
      const reply = await fetchFeed(`/feeds/${token}.xml`);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('x-robots-tag')).toBe('noindex');
    },
  );
});

it.each([
  // The specification's own examples.
  ['https://podnews.net/rss', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
  ['http://mp3s.nashownotes.com/pc20rss.xml/', '917393e3-1b1e-5cef-ace4-edaa54e1f810'],
])('the feed at %s has the podcast GUID %s', (feedUrl, guid) => {
  expect(guidOf(feedUrl)).toBe(guid);
});
