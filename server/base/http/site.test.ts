import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages, titles } from '#shared/pages.ts';
import { Problem } from '#shared/problem.ts';
import { pageReader } from '../../episodes/listen/podcasts.ts';
import { aFinishedPodcast } from '../../testing/builders.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { compressReplies } from './compression.ts';
import { errorHandler } from './errors.ts';
import { assignRequestId, securityHeaders } from './headers.ts';
import { builtSite } from './site.ts';

const publicUrl = 'https://duologue.example';
const script = `console.log(${JSON.stringify('sound '.repeat(500))})`;
let dist: string;
let postgres: Awaited<ReturnType<typeof testDatabase>>;
let site: ReturnType<typeof supertest>;

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'duologue-site-'));
  postgres = await testDatabase();
  await build('first');
  const { findEpisode, findLines, findChapters } = pageReader(postgres);
  site = open(findEpisode, { findLines, findChapters });
});
afterAll(async () => {
  await postgres.close();
  await rm(dist, { recursive: true });
});

/** A small version of what the build writes; `name` tells one build from the next. */
async function build(name: string, screens?: unknown, renderer?: string): Promise<void> {
  const assets = path.join(dist, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(path.join(assets, 'both-a1.js'), script);
  await writeFile(path.join(assets, 'both-a1.js.br'), brotliCompressSync(script));
  await writeFile(path.join(assets, 'both-a1.js.gz'), gzipSync(script));
  await writeFile(path.join(assets, 'plain-b2.css'), 'main{color:red}');
  await writeFile(path.join(dist, 'favicon.svg'), '<svg/>');
  if (screens) await writeFile(path.join(dist, '.pages.json'), JSON.stringify(screens));
  if (renderer) await writeFile(path.join(dist, '.prerender.mjs'), renderer);
  const document = `<!doctype html><head><!--head--><style>${'main{color:red}'.repeat(99)}</style></head><body data-build="${name}"><div id="root"></div></body>`;
  await writeFile(path.join(dist, 'fresh.html'), document);
  await rename(path.join(dist, 'fresh.html'), path.join(dist, 'index.html'));
}

type Site = Parameters<typeof builtSite>[1];
const nothing = () => Promise.resolve([]);

function open(findEpisode: Site['findEpisode'], found: Partial<Site> = {}) {
  const app = express();
  const places = { sells: true, media: [], scripts: [], identity: [], pixel: false, dev: false };
  app.use(assignRequestId);
  app.use(securityHeaders({ ...places, secure: true, subdomains: false }), compressReplies);
  const finds = { findEpisode, findLines: nothing, findChapters: nothing, findQuestions: nothing };
  app.use(builtSite(dist, { publicUrl, sells: true, ...finds, ...found }));
  app.use((_req, res) => void res.status(404).json({ code: 'not_found' }));
  app.use(errorHandler);
  return supertest(app);
}

const titleOf = (html: string) => html.match(/<title>(.*)<\/title>/)?.[1];

describe('product page', () => {
  it.each(Object.keys(titles))('the page %s has status 200 and its own title', async (path) => {
    const { text, headers } = await site.get(path).expect(200).expect('Content-Type', /html/);
    expect(titleOf(text)).toContain(titles[path as keyof typeof titles]);
    expect(headers['cache-control']).toMatch(/no-cache$/);
  });

  it('a page states its configured address, whatever Host was requested', async () => {
    const { text } = await site.get('/pricing').set('Host', 'evil.example').expect(200);
    expect(text).toContain('href="https://duologue.example/pricing"');
    expect(text).not.toContain('evil.example');
  });

  it('a page is not sent again to a browser that has it', async () => {
    const { headers } = await site.get('/pricing').expect(200);
    await site.get('/pricing').set('If-None-Match', String(headers.etag)).expect(304);
    const other = await site.get('/terms').set('If-None-Match', String(headers.etag));
    expect(other.status).toBe(200);
  });

  it('a page is compressed for every browser that accepts it', async () => {
    for (const coding of ['br', 'gzip']) {
      const { headers, text } = await site.get('/').set('Accept-Encoding', coding).expect(200);
      expect(headers).toMatchObject({
        'content-encoding': coding,
        vary: 'Cookie, Accept-Encoding',
      });
      if (coding === 'gzip') expect(text).toContain('<title>Duologue');
    }
    const plain = await site.get('/').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('Cookie, Accept-Encoding');
    const refused = await site.get('/').set('Accept-Encoding', 'br;q=0, gzip;q=0').expect(200);
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('a page is sent in its smallest form in every encoding, with the same text', async () => {
    const { text } = await site.get('/pricing').set('Accept-Encoding', 'identity').expect(200);
    const smallest = {
      br: brotliCompressSync(text).length,
      gzip: gzipSync(text, { level: 9 }).length,
    };
    for (const [coding, size] of Object.entries(smallest)) {
      const reply = await site.get('/pricing').set('Accept-Encoding', coding).expect(200);
      expect(reply.headers).toMatchObject({
        'content-encoding': coding,
        'content-length': String(size),
        'content-type': 'text/html; charset=utf-8',
        vary: 'Cookie, Accept-Encoding',
      });
      expect(reply.text).toBe(text);
    }
  });

  it('a page answers HEAD like GET, without a body', async () => {
    const { headers, text } = await site.head('/pricing').expect(200);
    expect(headers['content-type']).toMatch(/html/);
    expect(text).toBeUndefined();
  });
});

describe('unknown path', () => {
  it.each(['/nothing', '/pricing/old', '/%E0%A4%A', '/.pages.json', '/assets', '/index.html'])(
    'the unknown path %s gets a 404 page with the security headers',
    async (path) => {
      const { text, headers } = await site.get(path).set('Accept', 'text/html').expect(404);
      expect(titleOf(text)).toBe('Page not found · Duologue');
      expect(text).toContain('content="noindex"');
      expect(text).toContain('<div id="root">');
      expect(headers['content-security-policy']).toMatch(/default-src 'self'/);
      expect(headers['strict-transport-security']).toMatch(/max-age/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it.each(['/missing.png', '/assets/gone-c3.js'])(
    'the missing file %s gets a 404 in JSON',
    async (path) => {
      await site.get(path).expect(404).expect('Content-Type', /json/);
    },
  );

  it('a POST to a page gets a 404 in JSON', async () => {
    await site.post('/pricing').expect(404).expect('Content-Type', /json/);
  });
});

describe('static files', () => {
  it('a file named by its content is cached forever, any other for an hour', async () => {
    const { headers } = await site.get('/assets/plain-b2.css').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await site.get('/favicon.svg').expect(200);
    expect(icon.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
  ])(
    'a file compressed at build time is sent in the best encoding of %j',
    async (accepted, coding) => {
      const { headers } = await site.get('/assets/both-a1.js').set('Accept-Encoding', accepted);
      expect(headers['content-encoding']).toBe(coding);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['cache-control']).toContain('immutable');
      const size = Number(headers['content-length']);
      if (coding) expect(size).toBeLessThan(script.length / 4);
      else expect(size).toBe(script.length);
    },
  );

  it('a file compressed at build time keeps its text', async () => {
    const { text } = await site.get('/assets/both-a1.js').set('Accept-Encoding', 'gzip');
    expect(text).toBe(script);
  });

  it('a file outside the assets folder cannot be reached through it', async () => {
    for (const path of ['/assets/..%2findex.html', '/assets/%2e%2e/index.html']) {
      const { text } = await site.get(path).expect(404);
      expect(text).not.toContain('<!--head-->');
    }
  });
});

it('robots.txt and the sitemap name each other and the indexed pages by the public address', async () => {
  const { text: robots } = await site.get('/robots.txt').set('Host', 'evil.example').expect(200);
  expect(robots).toContain('Sitemap: https://duologue.example/sitemap.xml');
  expect(robots).toMatch(/^Disallow: \/api\/$/m);
  expect(robots).not.toMatch(/^Disallow: \/(listen.*)?$/m);
  const { text: map } = await site.get('/sitemap.xml').expect(200).expect('Content-Type', /xml/);
  const found = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  const listed = Object.entries(pages).filter(([, { indexed }]) => indexed);
  expect(found).toEqual(listed.map(([path]) => publicUrl + path));
});

describe('private path', () => {
  it.each([
    '/listen',
    '/Listen?episode=x',
    '/success?order=x',
    '/checkout',
    '/reset-password?token=x',
    '/feeds/x.xml',
    '/media/x/cover.jpg',
  ])('the private path %s is not indexed and sends no referrer', async (path) => {
    const { headers } = await site.get(path);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it.each(['/', '/pricing', '/listening'])(
    'the public path %s may be indexed and sends a referrer',
    async (path) => {
      const { headers } = await site.get(path);
      expect(headers['x-robots-tag']).toBeUndefined();
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    },
  );
});

describe('episode link', () => {
  const episode = (status: 'completed' | 'processing' | 'deleted', title = 'Why the sea glows') =>
    aFinishedPodcast(postgres.db, 0, { userId: null, status, title, summary: 'Tiny lights.' });
  const titleAt = async (token: string, status: number) =>
    titleOf((await site.get('/listen').query({ episode: token }).expect(status)).text);

  it('the page of a share link shows title, summary and cover in its preview', async () => {
    const { shareToken } = await episode('completed');
    const { text, headers } = await site.get(`/listen?episode=${shareToken}`).expect(200);
    expect(titleOf(text)).toBe('Why the sea glows · Duologue');
    expect(text).toContain('content="Tiny lights."');
    expect(text).toContain(`content="https://duologue.example/media/${shareToken}/cover.jpg"`);
    expect(text).toContain('name="robots" content="noindex"');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('a link with the id that only the owner knows shows nothing of the episode', async () => {
    const { publicId, shareToken } = await episode('completed');
    const { text } = await site.get(`/listen?episode=${publicId}`).expect(404);
    expect(titleOf(text)).toBe('Listen · Duologue');
    expect(text).not.toContain(shareToken);
    expect(text).not.toContain('Tiny lights');
  });

  it('a link to an unfinished episode shows the general preview', async () => {
    const { shareToken } = await episode('processing');
    expect(await titleAt(shareToken, 200)).toBe('Listen · Duologue');
  });

  it('a link to a deleted or unknown episode shows the page with status 404', async () => {
    for (const token of [(await episode('deleted')).shareToken, 'never', '', '潮']) {
      expect(await titleAt(token, 404)).toBe('Listen · Duologue');
    }
    await site.get('/listen?episode=c&episode=d').expect(404);
    await site.get('/listen').expect(200);
  });

  it('an owner’s own link is no 404, although the page is drawn for a stranger', async () => {
    const { publicId } = await episode('completed');
    const owners = site.get('/listen').query({ episode: publicId });
    const { text } = await owners.set('Cookie', 'duologue=s%3Ax.y').expect(200);
    expect(text).not.toContain('Tiny lights');
  });

  it('an episode link that cannot be one of ours is not looked up', async () => {
    const asked: string[] = [];
    const watched = open(async (token) => {
      asked.push(token);
      throw new Problem('not_found', 'There is no such episode');
    });
    for (const token of ['nul\0', '%00', 'a b', 'x'.repeat(101)]) {
      await watched.get('/listen').query({ episode: token }).expect(404);
    }
    expect(asked).toEqual([]);
    await watched.get('/listen?episode=never').expect(404);
    expect(asked).toEqual(['never']);
  });

  it('an episode link opens even when episodes cannot be looked up', async () => {
    const failing = open(() => Promise.reject(new Error('no database')));
    const { text } = await failing.get('/listen?episode=x').expect(200);
    expect(titleOf(text)).toBe('Listen · Duologue');
  });

  /** In place of React: shows what it is asked to render. */
  const renderer =
    'export const render = async (...page) => encodeURIComponent(JSON.stringify(page));';
  const bodyAt = async (query: Record<string, string>) => {
    const { text } = await site.get('/listen').query(query).expect(200);
    const body = text.match(/<div id="root">(.*?)<\/div>/)?.[1] ?? '';
    const json = text.match(/<script type="application\/json" id="opening">(.*?)<\/script>/)?.[1];
    return { text, body, opening: json ? JSON.parse(json) : null };
  };

  it('a finished episode can be read before any JavaScript has loaded', async () => {
    const { shareToken: token } = await episode('completed');
    await build('listening', undefined, renderer);
    const { text, body, opening } = await bodyAt({ episode: token });
    expect(opening).toEqual({
      title: 'Why the sea glows',
      summary: 'Tiny lights.',
      questions: [],
      hasSources: true,
      lines: [
        expect.objectContaining({ side: 'A', speaker: 'Ann', body: 'Why do tides turn?' }),
        expect.objectContaining({ side: 'B', speaker: 'Bob', body: 'Ask the moon.' }),
      ],
      chapters: [
        expect.objectContaining({ title: 'The pull', startTime: 0 }),
        expect.objectContaining({ title: 'The turn', startTime: 2.5 }),
      ],
    });
    expect(JSON.parse(decodeURIComponent(body))).toEqual([
      '/listen',
      { search: `episode=${token}`, opening, sells: true },
    ]);
    for (const url of [`/api/listen/${token}`, `/media/${token}/transcript.json`]) {
      expect(text).toContain(`<link rel="preload" as="fetch" crossorigin href="${url}" />`);
    }
  });

  it('the embedded player and an unfinished episode are drawn by the browser', async () => {
    await build('listening again', undefined, renderer);
    const { shareToken: finished } = await episode('completed');
    const { shareToken: unfinished } = await episode('processing');
    for (const query of [{ episode: finished, embed: '1' }, { episode: unfinished }, {}]) {
      expect(await bodyAt(query)).toMatchObject({ body: '', opening: null });
    }
  });

  it('an episode link opens even when its words cannot be rendered', async () => {
    const { shareToken } = await episode('completed');
    await build('broken', undefined, 'export const render = () => Promise.reject(new Error());');
    const { text, body, opening } = await bodyAt({ episode: shareToken });
    expect(titleOf(text)).toBe('Why the sea glows · Duologue');
    expect([body, opening]).toEqual(['', null]);
  });

  it('markup in an episode title ends neither the data nor the page', async () => {
    const title = '</script><img src=x onerror=alert(1)> $& <!--head-->';
    const { shareToken } = await episode('completed', title);
    await build('hostile', undefined, renderer);
    const { text, opening } = await bodyAt({ episode: shareToken });
    expect(opening).toMatchObject({ title, summary: 'Tiny lights.' });
    expect(text).not.toContain('<img');
  });

  it('a page other than /listen ignores an episode in its address', async () => {
    const { shareToken } = await episode('completed');
    const { text } = await site.get(`/pricing?episode=${shareToken}`).expect(200);
    expect(titleOf(text)).toBe('Pricing · Duologue');
  });
});

it('a new build is served to the next visitor, with its prerendered screens', async () => {
  await build('second', { '/terms': { body: '<h1>Drawn</h1>', preload: ['/assets/t.js'] } });
  const { text } = await site.get('/terms').expect(200);
  expect(text).toContain('data-build="second"');
  expect(text).toContain('<div id="root"><h1>Drawn</h1></div>');
  expect(text).toContain('rel="modulepreload" crossorigin href="/assets/t.js"');
  const other = await site.get('/privacy').expect(200);
  expect(other.text).toContain('<div id="root"></div>');
  await site.get('/.pages.json').expect(404);
});

it('a query with a screen of its own gets that one, any other the screen of its path', async () => {
  await build('third', { '/auth': { body: 'Login' }, '/auth?tab=register': { body: 'Register' } });
  const screenOf = async (path: string) =>
    (await site.get(path).expect(200)).text.match(/<div id="root">(.*)<\/div>/)?.[1];
  expect(await screenOf('/auth?next=%2Fcreate&tab=register')).toBe('Register');
  for (const other of ['/auth', '/auth?tab=login', '/auth?tab=register&tab=login']) {
    expect(await screenOf(other)).toBe('Login');
  }
});
