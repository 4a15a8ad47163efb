import { expect, test } from 'vitest';
import { standinForFile } from '../../server/testing/standin.ts';
import { webStandin } from './web.ts';
import { articles } from './webPages.ts';

const standin = standinForFile('web', webStandin);
const AGENT = 'Duologue/1.0 (https://duologue.example; hello@duologue.example)';

async function ask(query: Record<string, string>, agent = AGENT) {
  const given = { action: 'query', format: 'json', formatversion: '2', ...query };
  const address = `${standin.address.mediawiki}?${new URLSearchParams(given)}`;
  const reply = await fetch(address, { headers: { 'user-agent': agent } });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.startsWith('application/json');
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}
const sentencesOf = (title: string) =>
  articles.find((page) => page.title === title)?.facts.map(({ sentence }) => sentence) ?? [];

test('a search finds articles with size, words, snippet and time', async () => {
  const { body } = await ask({ list: 'search', srsearch: 'Why do people yawn?' });
  expect(body).toEqual({
    batchcomplete: true,
    query: {
      searchinfo: { totalhits: 1 },
      search: [
        {
          ns: 0,
          title: 'Yawning',
          pageid: expect.any(Number),
          size: expect.any(Number),
          wordcount: expect.any(Number),
          snippet: expect.stringContaining('awn'),
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        },
      ],
    },
  });
});

test('a search goes on where it stopped', async () => {
  const query = { list: 'search', srsearch: 'year degrees Celsius', srlimit: '1' };
  const first = await ask(query);
  expect(first.body.continue).toEqual({ sroffset: 1, continue: '||' });
  const { totalhits } = first.body.query.searchinfo;
  expect(totalhits).toBeGreaterThan(1);
  const last = await ask({ ...query, sroffset: String(totalhits - 1) });
  expect(last.body.continue).toBeUndefined();
  expect(last.body.query.search[0].title).not.toBe(first.body.query.search[0].title);
});

test('a search that finds nothing is no error', async () => {
  const { body } = await ask({ list: 'search', srsearch: 'quantum error correction' });
  expect(body.query).toEqual({ searchinfo: { totalhits: 0 }, search: [] });
});

test('an article comes with its text, revision, address and licence', async () => {
  const { body } = await ask({
    titles: 'night_train',
    prop: 'extracts|info|revisions',
    explaintext: '1',
    inprop: 'url',
    rvprop: 'ids|timestamp',
    meta: 'siteinfo',
    siprop: 'rightsinfo',
  });
  const [page] = body.query.pages;
  expect(body.query.normalized).toEqual([
    { fromencoded: false, from: 'night_train', to: 'Night train' },
  ]);
  for (const sentence of sentencesOf('Night train')) expect(page.extract).toContain(sentence);
  expect(page.extract).toContain('\n\n\n== Economy ==\n');
  expect(page).toMatchObject({ ns: 0, title: 'Night train', contentmodel: 'wikitext' });
  expect(page.revisions).toEqual([
    { revid: page.lastrevid, parentid: expect.any(Number), timestamp: page.touched },
  ]);
  expect(body.query.rightsinfo).toEqual({
    url: 'https://creativecommons.org/licenses/by-sa/4.0/deed.en',
    text: 'Creative Commons Attribution-Share Alike 4.0',
  });
  for (const address of [page.fullurl, `${standin.url}/w/index.php?oldid=${page.lastrevid}`]) {
    expect(await (await fetch(address)).text()).toContain('<h1>Night train</h1>');
  }
});

test('extracts keep to the introduction, to a number of sentences and to HTML', async () => {
  const [one, two] = sentencesOf('Tea');
  const tea = async (query: Record<string, string>) =>
    (await ask({ titles: 'Tea', prop: 'extracts', ...query })).body.query.pages[0].extract;
  expect(await tea({ exsentences: '2', explaintext: '1' })).toBe(`${one} ${two}`);
  expect(await tea({ exintro: '1', explaintext: '1' })).not.toContain('History');
  expect(await tea({})).toMatch(/^<p>Tea is .+<\/p>\n<h2>History<\/h2>\n<p>/);
});

test('one whole extract comes at a time, but many introductions', async () => {
  const query = { titles: 'Tea|Lighthouse', prop: 'extracts', explaintext: '1' };
  const whole = await ask({ ...query, exlimit: '20' });
  expect(whole.body.warnings.extracts.warnings).toContain('lowered to 1');
  expect(whole.body.continue).toEqual({ excontinue: 1, continue: '||' });
  expect(whole.body.query.pages.map((page: object) => 'extract' in page)).toEqual([true, false]);
  const next = await ask({ ...query, excontinue: '1' });
  expect(next.body.query.pages.map((page: object) => 'extract' in page)).toEqual([false, true]);
  const intros = await ask({ ...query, exintro: '1', exlimit: 'max' });
  expect(intros.body.batchcomplete).toBe(true);
  expect(intros.body.query.pages.map((page: object) => 'extract' in page)).toEqual([true, true]);
});

test('a search as generator gives pages in the order of the search', async () => {
  const query = { generator: 'search', gsrsearch: 'octopus sleep', prop: 'info', inprop: 'url' };
  const [page] = (await ask(query)).body.query.pages;
  expect(page).toMatchObject({ title: 'Sleep in octopuses', index: 1 });
  const byId = (await ask({ pageids: `${page.pageid}|7`, prop: 'info' })).body.query.pages;
  expect(byId).toMatchObject([{ title: 'Sleep in octopuses' }, { pageid: 7, missing: true }]);
});

test('an article that does not exist is missing', async () => {
  const { body } = await ask({ titles: 'Nothing of the kind', prop: 'extracts' });
  expect(body.query.pages).toEqual([{ ns: 0, title: 'Nothing of the kind', missing: true }]);
});

test.each([
  [{ action: 'dance' }, 'badvalue', 'Unrecognized value for parameter "action": dance.'],
  [{ list: 'search' }, 'missingparam', 'The "srsearch" parameter must be set.'],
  [{ titles: 'Tea', prop: 'extracts', exsentences: '11' }, 'outofrange', 'between 1 and 10'],
  [{ list: 'search', srsearch: 'tea', srlimit: 'many' }, 'badinteger', '"many"'],
  [{ titles: Array(51).fill('Tea').join('|') }, 'toomanyvalues', 'The limit is 50.'],
] as [Record<string, string>, string, string][])(
  '%j is refused with status 200 and the code %s',
  async (query, code, info) => {
    const { status, headers, body } = await ask(query);
    expect([status, headers.get('mediawiki-api-error'), body.error.code]).toEqual([
      200,
      code,
      code,
    ]);
    expect(body.error.info).toContain(info);
  },
);

test('a misspelt parameter or value earns a warning', async () => {
  const { body } = await ask({ titles: 'Tea', prop: 'extract|info', explaintxt: '1' });
  expect(body.warnings.main.warnings).toBe(
    'Unrecognized parameter: explaintxt.\nUnrecognized value for parameter "prop": extract',
  );
});

test('with maxlag a wiki that is behind refuses, and says when to come back', async () => {
  standin.faults.write({ web: { lag: 7 } });
  const { status, headers, body } = await ask({ titles: 'Tea', maxlag: '5' });
  expect(status).toBe(200);
  expect(body.error).toMatchObject({
    code: 'maxlag',
    lag: 7,
    info: 'Waiting for db1: 7 seconds lagged.',
  });
  expect([headers.get('retry-after'), headers.get('x-database-lag')]).toEqual(['5', '7']);
  expect((await ask({ titles: 'Tea', maxlag: '8' })).body.batchcomplete).toBe(true);
  expect((await ask({ titles: 'Tea' })).body.batchcomplete).toBe(true);
});

test('a client that does not say who runs it is refused', async () => {
  for (const agent of ['node', 'Duologue/1.0']) {
    const { status, text } = await ask({ titles: 'Tea' }, agent);
    expect([status, text]).toEqual([403, expect.stringContaining('set a user-agent')]);
  }
});

test('too many requests are answered as a page, with a time to come back', async () => {
  standin.faults.write({ web: { errorRate: 1, status: 429 } });
  const { status, headers, body } = await ask({ titles: 'Tea' });
  expect([status, headers.get('retry-after'), body]).toEqual([429, '5', null]);
});
