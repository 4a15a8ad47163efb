import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { standinForFile } from '../../server/testing/standin.ts';
import { PLACES } from './hostile.ts';
import injections from './injections.json' with { type: 'json' };
import { oddPaths } from './odd.ts';
import { pdfs } from './pdfs.ts';
import { INWARD } from './redirects.ts';
import { webStandin } from './web.ts';
import { longPage, type WebPage, webPages } from './webPages.ts';

const standin = standinForFile('web', webStandin);
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${standin.url}${path}`, { redirect: 'manual', ...init });
const documentAt = async (path: string) =>
  new JSDOM(await (await get(path)).text()).window.document;
const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
const textIn = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ') ?? '';
const named = (path: string): WebPage => {
  const page = webPages.find((each) => each.path === path);
  if (!page) throw new Error(`no page at ${path}`);
  return page;
};

test('the web has sixty pages on twelve subjects in three languages, old ones among them', () => {
  expect(webPages).toHaveLength(60);
  expect(new Set(webPages.map(({ path }) => path)).size).toBe(60);
  expect(new Set(webPages.map(({ subject }) => subject)).size).toBe(12);
  expect(Object.keys(Object.groupBy(webPages, ({ language }) => language)).sort()).toEqual([
    'de',
    'en',
    'es',
  ]);
  expect(webPages.filter(({ published }) => published < '1950').length).toBeGreaterThanOrEqual(10);
  for (const { published } of webPages) expect(published).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('what is disputed stands on two pages of the same subject', () => {
  const disputed = webPages.flatMap(({ subject, path, facts }) =>
    facts.flatMap((fact) => (fact.disputed ? [{ key: `${subject}: ${fact.disputed}`, path }] : [])),
  );
  const pairs = [...Map.groupBy(disputed, ({ key }) => key).values()];
  expect(pairs.length).toBeGreaterThanOrEqual(15);
  for (const places of pairs) expect(new Set(places.map(({ path }) => path)).size).toBe(2);
});

test('every page shows its sentences amid things to strip, with title, site and date', async () => {
  for (const page of [...webPages, longPage]) {
    const bytes = await (await get(page.path)).arrayBuffer();
    const html = new TextDecoder(page.charset).decode(bytes);
    const [, article = '', around = ''] =
      /<article>(.+)<\/article>(.+)<\/footer>/s.exec(html) ?? [];
    const text = plain(article);
    for (const { sentence } of page.facts) expect(text).toContain(sentence);
    expect(plain(around)).toContain('Read next');
    expect(plain(html)).toContain(`${page.title} | ${page.site}`);
    expect(html).toContain(`<html lang="${page.language}">`);
    const [, metadata = ''] =
      /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(metadata)).toMatchObject({
      headline: page.title,
      datePublished: page.published,
      publisher: { name: page.site },
    });
  }
});

test('there are short pages and long ones', () => {
  const lengths = [...webPages, longPage].map(
    ({ facts }) => facts.map(({ sentence }) => sentence).join(' ').length,
  );
  expect(Math.min(...lengths)).toBeLessThan(300);
  expect(Math.max(...lengths)).toBeGreaterThan(20_000);
});

test('some pages are not in UTF-8, which only they themselves say', async () => {
  const other = webPages.filter(({ charset }) => charset !== 'utf-8');
  expect(other.map(({ language }) => language)).toEqual(['de', 'es']);
  for (const { path, title } of other) {
    const reply = await get(path);
    expect(reply.headers.get('content-type')).toBe('text/html');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.toString('latin1')).toContain('<meta charset="windows-1252">');
    expect(bytes.toString('latin1')).toContain(`<h1>${title}</h1>`);
    expect(bytes.toString('utf8')).toContain('\ufffd');
  }
});

test('no browser runs a page, and no search engine keeps it', async () => {
  const { headers } = await get('/pages/yawning/yawning');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

test('a page that does not exist is answered with 404', async () => {
  for (const path of ['/pages/yawning/nothing', '/odd/injected/nowhere/yawning/catching']) {
    expect((await get(path)).status).toBe(404);
  }
});

test.each([
  ['dead', 404, 'text/html'],
  ['gone', 410, 'text/html'],
  ['error', 500, 'text/html'],
  ['busy', 503, 'text/html'],
  ['soft-404', 200, 'text/html'],
  ['cookie-wall', 200, 'text/html'],
  ['paywall', 200, 'text/html'],
  ['login', 401, 'text/html'],
  ['login-form', 200, 'text/html'],
  ['script-shell', 200, 'text/html'],
  ['video', 200, 'text/html'],
  ['spaces', 200, 'text/html'],
  ['refresh', 200, 'text/html'],
  ['image', 200, 'image/png'],
  ['image-as-page', 200, 'text/html'],
  ['zip', 200, 'application/zip'],
  ['page-as-pdf', 200, 'application/pdf'],
  ['pdf-as-page', 200, 'text/html'],
  ['untyped', 200, ''],
])(
  'the odd page %s answers %i as %s and holds no sentence of any source',
  async (name, status, type) => {
    expect(oddPaths).toContain(`/odd/${name}`);
    const reply = await get(`/odd/${name}`);
    const body = await reply.text();
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')?.split(';')[0] ?? '').toBe(type);
    const sentences = webPages.flatMap(({ facts }) => facts.map(({ sentence }) => sentence));
    expect(sentences.filter((sentence) => body.includes(sentence))).toEqual([]);
  },
);

async function readSome(path: string, bytes: number) {
  const hangUp = new AbortController();
  const reply = await get(path, { signal: hangUp.signal });
  let read = 0;
  for await (const chunk of reply.body ?? []) {
    read += chunk.length;
    if (read >= bytes) break;
  }
  hangUp.abort();
  return { read, length: reply.headers.get('content-length') };
}

test('the slow page drips byte by byte', async () => {
  expect((await readSome('/odd/slow', 3)).read).toBe(3);
});

test('the silent page sends nothing', async () => {
  const reply = get('/odd/silent', { signal: AbortSignal.timeout(100) });
  await expect(reply).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('the huge page announces two gigabytes, the endless one nothing, and both go on', async () => {
  const huge = await readSome('/odd/huge', 5_000_000);
  expect([huge.read >= 5_000_000, huge.length]).toEqual([true, String(2 * 1024 ** 3)]);
  const endless = await readSome('/odd/endless', 5_000_000);
  expect([endless.read >= 5_000_000, endless.length]).toEqual([true, null]);
});

test('the bomb unpacks to twenty megabytes and more', async () => {
  const packed = await get('/odd/bomb', { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  await packed.body?.cancel();
  expect((await readSome('/odd/bomb', 20_000_000)).read).toBeGreaterThanOrEqual(20_000_000);
});

test('redirects lead once, along a chain and around a loop', async () => {
  const followed = await get('/odd/redirect/once', { redirect: 'follow' });
  expect(followed.url).toBe(`${standin.url}${webPages[0]?.path}`);
  const chain = await get('/odd/redirect/chain', { redirect: 'follow' });
  expect(chain.url).toBe(followed.url);
  const loop = get('/odd/redirect/loop', { redirect: 'follow' });
  await expect(loop).rejects.toMatchObject({ cause: { message: 'redirect count exceeded' } });
});

test('redirects lead inward, and out of the web to the other stand-ins', async () => {
  for (const [name, address] of Object.entries(INWARD)) {
    const { status, headers } = await get(`/odd/redirect/inward/${name}`);
    expect([status, headers.get('location')]).toEqual([302, address]);
  }
  const { headers } = await get('/odd/redirect/ledger');
  expect(new URL(headers.get('location') ?? '').pathname).toBe('/standins/ledger');
});

test.each(PLACES)(
  'an injection (%s) is in the page, beside the sentences of the source',
  async (place) => {
    const page = named('/pages/yawning/catching');
    const path = page.path.replace('/pages', `/odd/injected/${place}`);
    const document = await documentAt(path);
    expect(document.documentElement.outerHTML).toContain(injections[place].slice(0, 40));
    const article = textIn(document.querySelector('article'));
    for (const { sentence } of page.facts) expect(article).toContain(sentence);
    const isText = article.includes(injections[place]);
    expect(isText).toBe(['visible', 'hidden', 'quote', 'title'].includes(place));
  },
);

test('every document is served as it is made, the bomb small', async () => {
  for (const [name, make] of Object.entries(pdfs)) {
    const reply = await get(`/pdfs/${name}.pdf`);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.equals(make())).toBe(true);
    expect(bytes.toString('latin1')).toMatch(/^%PDF-1\.7\n/);
  }
  expect(pdfs.bomb().length).toBeLessThan(10_000);
});

test('faults of the web show in its pages, with a time to come back', async () => {
  standin.faults.write({ web: { errorRate: 1, status: 429 } });
  const reply = await get('/pages/yawning/yawning');
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '5']);
  expect(reply.headers.get('content-type')).toContain('text/html');
});

test('the start page links every page, document and odd page', async () => {
  const document = await documentAt('/');
  const links = Array.from(document.querySelectorAll('a'), ({ href }) => href);
  expect(links).toEqual(
    [...webPages, longPage, ...Object.keys(pdfs).map((name) => ({ path: `/pdfs/${name}.pdf` }))]
      .map(({ path }) => path)
      .concat(oddPaths)
      .map((path) => `${standin.url}${path}`),
  );
});
