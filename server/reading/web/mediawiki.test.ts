import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webStandin } from '../../../standins/web/web.ts';
import { articles as wikiPages } from '../../../standins/web/webPages.ts';
import { onProviderCall } from '../../base/kit/provider.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { standinForFile } from '../../testing/standin.ts';
import { openMediawiki } from './mediawiki.ts';
import { startWebServer } from './testing/webServer.ts';

const web = standinForFile('web', webStandin);

const USER_AGENT = 'Duologue/1.0 (https://duologue.example; hello@duologue.example)';
const quick: RetryPolicy = {
  attempts: { busy: 2, broken: 2 },
  firstWait: 1,
  longestWait: 1_500,
  total: 5_000,
  idle: 5_000,
};
const { signal: never } = new AbortController();

/** The articles of the stand-in's wiki, or of the one at `url`. */
function openWiki({ policy = quick, ...options }: Partial<WikiOptions> = {}) {
  const url = options.url ?? web.address.mediawiki;
  const wiki = openMediawiki({ userAgent: USER_AGENT, ...options, url }, policy);
  return (topic: string, questions: string[] = [], signal = never) =>
    wiki.find({ episode: 'e', topic, questions }, signal);
}
type WikiOptions = Parameters<typeof openMediawiki>[0] & { policy: RetryPolicy };

/** A wiki that answers each search as `answer` says. */
async function serveWiki(
  answer: (asked: URLSearchParams, request: IncomingMessage, response: ServerResponse) => unknown,
) {
  const asked: URLSearchParams[] = [];
  const server = await startWebServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://wiki').searchParams;
    asked.push(query);
    const body = answer(query, request, response);
    if (body === undefined) return;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(body));
  });
  onTestFinished(() => server.close());
  return { url: `${server.origin}/w/api.php`, asked };
}

const RIGHTS = {
  url: 'https://creativecommons.org/licenses/by-sa/4.0/deed.en',
  text: 'Creative Commons Attribution-Share Alike 4.0',
};
const page = (title: string, more: object = {}) => ({
  ns: 0,
  title,
  extract: `${title} is told here in some words.`,
  pagelanguage: 'en',
  canonicalurl: `https://en.wiki.example/wiki/${title.replaceAll(' ', '_')}`,
  revisions: [{ revid: 12, parentid: 11, timestamp: '2026-11-02T09:24:11Z' }],
  ...more,
});
const answered = (found: object | null, more: object = {}) => ({
  query: {
    ...(found && { pages: [found] }),
    general: { sitename: 'Wikipedia' },
    rightsinfo: RIGHTS,
  },
  ...more,
});
const goOn = { continue: { gsroffset: 1, continue: 'gsroffset||' } };

describe('articles', () => {
  test('are found by topic and questions, whole, with what their licence asks for', async () => {
    const found = await openWiki()('Night trains', ['Why do people yawn?']);
    expect(found.map(({ title }) => title)).toEqual(['Night train', 'Yawning']);
    const [train] = found;
    const kept = wikiPages.find(({ title }) => title === 'Night train');
    expect(train).toMatchObject({
      url: `${web.url}/wiki/Night_train`,
      site: 'Openpedia',
      published: kept?.published,
      language: 'en',
      licence: 'CC BY-SA 4.0',
      revision: expect.stringMatching(/^\d{10}$/),
    });
    for (const { sentence } of kept?.facts ?? []) expect(train?.text).toContain(sentence);
    expect(train?.text).toContain('\n\nEconomy\n\n');
    expect(train?.words).toBeGreaterThan(50);
  });

  test('of a topic nobody has written about are none', async () => {
    expect(await openWiki()('Quantum error correction')).toEqual([]);
    expect(await openWiki()('?! …')).toEqual([]);
  });

  test('are three at most, the best of each search before the second best', async () => {
    const wiki = await serveWiki((asked) =>
      answered(page(`${asked.get('gsrsearch')} ${asked.get('gsroffset')}`), goOn),
    );
    const find = openWiki(wiki);
    const titles = async (questions: string[]) =>
      (await find('topic', questions)).map(({ title }) => title);
    expect(await titles(['one', 'two', 'three'])).toEqual(['topic 0', 'one 0', 'two 0']);
    expect(await titles(['one'])).toEqual(['topic 0', 'one 0', 'topic 1']);
    expect(await titles([])).toEqual(['topic 0', 'topic 1', 'topic 2']);
  });

  test('take four requests at most, each for one whole article', async () => {
    const wiki = await serveWiki(() => answered(page('The same'), goOn));
    expect(await openWiki(wiki)('topic', ['one', 'two', 'three', 'four'])).toHaveLength(1);
    expect(wiki.asked.map((asked) => asked.get('gsrsearch'))).toEqual([
      'topic',
      'one',
      'two',
      'three',
    ]);
    for (const asked of wiki.asked) {
      expect(Object.fromEntries(asked)).toMatchObject({
        maxlag: '5',
        redirects: '1',
        exlimit: '1',
        gsrlimit: '1',
        formatversion: '2',
      });
    }
  });

  test('that only list others of their name are left out, and the next is taken', async () => {
    const wiki = await serveWiki((asked) =>
      asked.get('gsroffset') === '0'
        ? answered(page('Mercury', { pageprops: { disambiguation: '' } }), goOn)
        : answered(page('Mercury (planet)')),
    );
    const found = await openWiki(wiki)('Mercury');
    expect(found.map(({ title }) => title)).toEqual(['Mercury (planet)']);
  });

  test('behind a redirect have the name and address of the article itself', async () => {
    const redirects = [{ index: 1, from: 'Catnap', to: 'Sleep in cats' }];
    const { query } = answered(page('Sleep in cats'));
    const wiki = await serveWiki(() => ({ query: { ...query, redirects } }));
    expect(await openWiki(wiki)('catnap')).toMatchObject([
      { title: 'Sleep in cats', url: 'https://en.wiki.example/wiki/Sleep_in_cats' },
    ]);
  });

  test.each([
    ['that are missing', page('Gone', { extract: undefined, missing: true })],
    ['without text', page('Empty', { extract: ' \n ' })],
    ['without a revision', page('Odd', { revisions: undefined })],
  ])('%s are left out', async (_what, found) => {
    expect(await openWiki(await serveWiki(() => answered(found)))('topic')).toEqual([]);
  });

  test('of a wiki without a licence may not be quoted', async () => {
    const { query } = answered(page('Tea'));
    const wiki = await serveWiki(() => ({
      query: { ...query, rightsinfo: { url: '', text: '' } },
    }));
    expect(await openWiki(wiki)('tea')).toEqual([]);
  });

  test('are cut at 400,000 characters, and cleaned of what nobody sees', async () => {
    const extract = `Tea\u200b is\u202e a drink.\n${'More words. '.repeat(40_000)}`;
    const [tea] = await openWiki(await serveWiki(() => answered(page('Tea', { extract }))))('tea');
    expect(tea?.text.startsWith('Tea is a drink.\n\nMore words.')).toBe(true);
    expect(tea?.text.length).toBeGreaterThan(399_980);
    expect(tea?.text.length).toBeLessThanOrEqual(400_000);
  });

  test('are searched for in plain words, whatever a topic holds', async () => {
    const wiki = await serveWiki(() => answered(null));
    await openWiki(wiki)(
      `insource:/(a+)+/ NOT "tea" -incategory:"X" ~*\\?! ${'long '.repeat(200)}`,
    );
    const [asked] = wiki.asked;
    expect(asked?.get('gsrsearch')).toMatch(/^insource a not tea incategory x long( long)+$/);
    expect(asked?.get('gsrsearch')?.length).toBeLessThanOrEqual(300);
  });
});

describe('a polite client', () => {
  test('asks for the same once an hour', async () => {
    const find = openWiki();
    const first = await find('Night trains');
    web.faults.write({ web: { errorRate: 1, status: 500 } });
    expect(await find('Night trains')).toEqual(first);
    await expect(find('Tea')).rejects.toMatchObject({ trouble: 'busy' });
  });

  test('forgets after that hour, and does not keep failures', async () => {
    const wiki = await serveWiki(() => answered(page('Tea')));
    const find = openWiki({ ...wiki, cacheFor: 0 });
    await find('tea');
    await find('tea');
    expect(wiki.asked).toHaveLength(2);
    web.faults.write({ web: { errorRate: 1, status: 500 } });
    const again = openWiki();
    await expect(again('Tea')).rejects.toMatchObject({ trouble: 'busy' });
    web.faults.write({});
    expect(await again('Tea')).toMatchObject([{ title: 'Tea' }]);
  });

  test('waits for each answer before it asks again, also for somebody else', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const wiki = await serveWiki((_asked, _request, response) => {
      waiting.push(() => response.end(JSON.stringify(answered(null))));
      most = Math.max(most, waiting.length);
      response.setHeader('content-type', 'application/json');
    });
    const find = openWiki(wiki);
    const all = Promise.all([find('a', ['b']), find('c', ['d'])]);
    for (let answers = 0; answers < 4; answers++) {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.pop()?.();
    }
    expect(await all).toEqual([[], []]);
    expect([wiki.asked.length, most]).toEqual([4, 1]);
  });

  test('says who it is, and takes a compressed answer', async () => {
    const headers: IncomingMessage['headers'][] = [];
    const wiki = await serveWiki((_asked, request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(answered(page('Tea')))));
    });
    expect(await openWiki(wiki)('tea')).toMatchObject([{ title: 'Tea' }]);
    expect(headers).toMatchObject([{ 'user-agent': USER_AGENT, 'accept-encoding': 'gzip' }]);
  });

  test('that does not is refused', async () => {
    const find = openWiki({ userAgent: 'Duologue/1.0' });
    await expect(find('Tea')).rejects.toMatchObject({ trouble: 'refused' });
  });
});

describe('a wiki that fails', () => {
  test.each([
    ['is behind', { lag: 7 }],
    ['has too much to do', { errorRate: 1, status: 429 }],
    ['is away', { errorRate: 1, status: 503 }],
  ])('because it %s is left alone if it wants a longer pause', async (_what, faults) => {
    web.faults.write({ web: faults });
    const calls = callsSeen();
    await expect(openWiki()('Tea')).rejects.toMatchObject({
      name: 'ProviderFailure',
      provider: 'MediaWiki',
      trouble: 'busy',
      retryAfter: 5_000,
    });
    expect(calls).toEqual(['busy']);
  });

  test('gets the pause that it asks for', async () => {
    const times: number[] = [];
    const wiki = await serveWiki((_asked, _request, response) => {
      times.push(performance.now());
      if (times.length > 1) return answered(page('Tea'));
      response.setHeader('retry-after', '1');
      return { error: { code: 'maxlag', info: 'Waiting for db1: 6 seconds lagged.', lag: 6 } };
    });
    expect(await openWiki(wiki)('tea')).toMatchObject([{ title: 'Tea' }]);
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThan(990);
  });

  test('ends no pause that outlasts its caller', async () => {
    web.faults.write({ web: { lag: 7 } });
    const leaving = new AbortController();
    const calls = callsSeen();
    const found = openWiki({ policy: { ...quick, longestWait: 6_000 } })('Tea', [], leaving.signal);
    await expect.poll(() => calls).toEqual(['busy']);
    const reason = new Error('enough');
    leaving.abort(reason);
    await expect(found).rejects.toMatchObject({ cause: reason });
  });

  test('after its first article leaves that one', async () => {
    const wiki = await serveWiki((asked) =>
      asked.get('gsrsearch') === 'topic'
        ? answered(page('Topic'))
        : { error: { code: 'ratelimited', info: 'Too often.' } },
    );
    expect(await openWiki(wiki)('topic', ['question'])).toMatchObject([{ title: 'Topic' }]);
  });

  test.each([
    ['a page', { garbage: 1 }, 'broken'],
    ['half of it', { cut: 1 }, 'busy'],
    ['an error', { errorRate: 1, status: 500 }, 'busy'],
  ] as const)('by answering with %s is asked twice', async (_what, faults, trouble) => {
    web.faults.write({ web: faults });
    const calls = callsSeen();
    await expect(openWiki()('Tea')).rejects.toMatchObject({ trouble });
    expect(calls).toEqual([trouble, trouble]);
  });

  test('by being slow is ended at the deadline of a request', async () => {
    web.faults.write({ web: { hang: true } });
    const policy = { ...quick, attempts: {}, total: 100 };
    await expect(openWiki({ policy })('Tea')).rejects.toMatchObject({
      trouble: 'busy',
      message: expect.stringContaining('in time'),
    });
  });

  test.each([
    ['as it is', (text: string) => Buffer.from(text), {}],
    ['after decompression', gzipSync, { 'content-encoding': 'gzip' }],
  ])('by an answer that is huge %s is not asked again', async (_what, encode, headers) => {
    const huge = JSON.stringify(answered(page('Tea', { extract: 'tea '.repeat(600_000) })));
    const wiki = await serveWiki((_asked, _request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(encode(huge));
    });
    await expect(openWiki(wiki)('tea')).rejects.toMatchObject({ trouble: 'rejected' });
    expect(wiki.asked).toHaveLength(1);
  });

  test('by redirecting elsewhere is not followed', async () => {
    const other = await serveWiki(() => answered(page('Tea')));
    const wiki = await serveWiki((_asked, _request, response) => {
      response.writeHead(302, { location: other.url }).end();
    });
    await expect(openWiki(wiki)('tea')).rejects.toMatchObject({ trouble: 'refused' });
    expect(other.asked).toEqual([]);
  });

  test.each([
    ['an unknown parameter', { error: { code: 'badvalue', info: 'No.' } }, 'refused', 1],
    ['its search', { error: { code: 'cirrussearch-backend-error', info: 'Later.' } }, 'busy', 2],
    ['an answer of another kind', { query: { pages: 'many' } }, 'broken', 2],
  ])('because of %s is %j', async (_what, body, trouble, times) => {
    const wiki = await serveWiki(() => body);
    await expect(openWiki(wiki)('tea')).rejects.toMatchObject({ trouble });
    expect(wiki.asked).toHaveLength(times);
  });

  test('by being nowhere is away', async () => {
    const server = await startWebServer();
    await server.close();
    const find = openWiki({ url: `${server.origin}/w/api.php` });
    await expect(find('tea')).rejects.toMatchObject({ trouble: 'busy' });
  });
});

/** How calls of the test from here on end. */
function callsSeen() {
  const outcomes: string[] = [];
  onTestFinished(onProviderCall(({ outcome }) => outcomes.push(outcome)));
  return outcomes;
}
