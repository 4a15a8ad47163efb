// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { pages, titles } from '#shared/pages.ts';
import { composeDocument } from './composeDocument.ts';
import { headOfEpisode, headOfNotFound, headOfPage } from './head.ts';

const template = `<!doctype html><html><head><!--head--><script type="module" src="/assets/a.js"></script></head>
<body><div id="root"></div><noscript>Needs JavaScript</noscript></body></html>`;
const site = 'https://duologue.example';

const episode = {
  token: 'share-token',
  title: 'Why the sea glows at night',
  summary: 'Tiny lights, and what they are for.',
  duration: 15,
  durationSeconds: 900,
  voice1Name: 'Brian',
  voice2Name: 'Lily',
  choices: {
    topic: null,
    voice1Id: 'v1',
    voice2Id: 'v2',
    tone: 'Calm',
    style: 'Interview',
    duration: 15,
    stings: true,
  },
  status: 'completed' as const,
  isOwner: false,
  channel: 'shared' as const,
  verdict: null,
  publicId: null,
  audioUrl: '/media/share-token/episode.mp3',
  partsUrl: null,
  position: null,
  wave: null,
  making: null,
  spokenUrl: null,
  transcriptUrl: null,
  chaptersUrl: null,

  answersUrl: null,
  sourcesUrl: null,
  followUps: [],
  coverUrl: '/media/share-token/cover.jpg',
  completedAt: null,
};

type Head = Parameters<typeof composeDocument>[1];

function read(head: Head, screen?: Parameters<typeof composeDocument>[2]) {
  const document = new DOMParser().parseFromString(
    composeDocument(template, head, screen),
    'text/html',
  );
  const attribute = (selector: string, name: string) =>
    document.querySelector(selector)?.getAttribute(name) ?? null;
  return {
    document,
    named: (name: string) => attribute(`meta[name="${name}"]`, 'content'),
    property: (name: string) => attribute(`meta[property="${name}"]`, 'content'),
    canonical: attribute('link[rel=canonical]', 'href'),
  };
}

/** What the page says of itself to machines. */
function dataOf(document: Document): unknown {
  const scripts = document.querySelectorAll('script[type="application/ld+json"]');
  expect(scripts).toHaveLength(1);
  return JSON.parse(scripts[0]?.textContent ?? '');
}

function page(path: string, publicUrl = site): Head {
  const head = headOfPage(path, { publicUrl, sells: true });
  if (!head) throw new Error(`${path} is no page`);
  return head;
}

describe('page head', () => {
  test('the head of a page has its title, canonical address and link preview', () => {
    const { document, named, property, canonical } = read(page('/pricing'));
    expect(document.title).toBe('Pricing · Duologue');
    expect(named('description')).toBe(pages['/pricing'].description);
    expect(canonical).toBe('https://duologue.example/pricing');
    expect(named('robots')).toBeNull();
    expect(property('og:title')).toBe(document.title);
    expect(property('og:description')).toBe(named('description'));
    expect(property('og:url')).toBe(canonical);
    expect(property('og:image')).toBe('https://duologue.example/og.png');
    expect([property('og:image:width'), property('og:image:height')]).toEqual(['1200', '630']);
    expect(property('og:image:alt')).toMatch(/Curiosity on Demand/);
    expect(named('twitter:card')).toBe('summary_large_image');
  });

  test.each(Object.keys(titles))(
    'the page %s is indexed only if the page table says so',
    (path) => {
      const { named, canonical } = read(page(path));
      const listed = pages[path as keyof typeof pages].indexed;
      expect(named('robots')).toBe(listed ? null : 'noindex');
      expect(canonical).toBe(listed ? site + path : null);
    },
  );

  test.each(['/PRICING', '/pricing/'])(
    'the path %s has /pricing as its canonical address',
    (path) => {
      expect(read(page(path)).canonical).toBe('https://duologue.example/pricing');
    },
  );

  test.each(['/nothing', '/pricing/old', '/__proto__', '/constructor', '//', ''])(
    'the unknown path %j has no page head',
    (path) => expect(headOfPage(path, { publicUrl: site, sells: true })).toBeNull(),
  );

  test('the head of the not-found page is noindex and has no canonical address', () => {
    const { document, named, property, canonical } = read(headOfNotFound(site));
    expect(document.title).toBe('Page not found · Duologue');
    expect(named('robots')).toBe('noindex');
    expect([canonical, property('og:url')]).toEqual([null, null]);
  });
});

describe('shared episode head', () => {
  test('the head of a shared episode shows title, summary and cover and is noindex', () => {
    const { document, named, property, canonical } = read(headOfEpisode(episode, site));
    expect(document.title).toBe('Why the sea glows at night · Duologue');
    expect(property('og:description')).toBe('Tiny lights, and what they are for.');
    expect(property('og:image')).toBe('https://duologue.example/media/share-token/cover.jpg');
    expect([property('og:image:width'), property('og:image:height')]).toEqual(['1400', '1400']);
    expect(property('og:url')).toBe('https://duologue.example/listen?episode=share-token');
    expect(named('twitter:card')).toBe('summary');
    expect(named('robots')).toBe('noindex');
    expect(canonical).toBeNull();
  });

  test('the data of a shared episode says that a machine made it, page and sound', () => {
    const data = dataOf(read(headOfEpisode(episode, site)).document);
    const digitalSourceType = [
      'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
      'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    ];
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'PodcastEpisode',
      name: 'Why the sea glows at night',
      url: 'https://duologue.example/listen?episode=share-token',
      duration: 'PT900S',
      creditText: expect.stringContaining('made by AI'),
      digitalSourceType,
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: 'https://duologue.example/media/share-token/episode.mp3',
        digitalSourceType,
      },
    });
    expect(read(page('/pricing')).document.querySelector('[type*=json]')).toBeNull();
  });

  test('the head of an episode without a summary names the hosts', () => {
    const { named } = read(headOfEpisode({ ...episode, summary: null }, site));
    expect(named('description')).toBe(
      'Brian and Lily, two AI hosts, talk it through in 15 minutes.',
    );
  });

  test('the head of an episode cuts a long summary after a whole word', () => {
    const summary = 'Light, in the dark water. '.repeat(30);
    const description = read(headOfEpisode({ ...episode, summary }, site)).named('description');
    expect(description?.length).toBeLessThanOrEqual(200);
    expect(description).toMatch(/(Light|in|the|dark|water)…$/);
  });
});

describe('hostile text', () => {
  const evil = `"></title><script>alert(1)</script><!-- $& $' $\` ' &amp;`;

  test('hostile text in an episode stays text in the page head', () => {
    const hostile = { ...episode, title: evil, summary: evil, token: evil };
    const { document, property } = read(headOfEpisode(hostile, site));
    expect(document.title).toBe(`${evil} · Duologue`);
    expect(property('og:title')).toBe(`${evil} · Duologue`);
    expect(property('og:description')).toBe(evil);
    const scripts = [...document.querySelectorAll('script')].map(({ type }) => type);
    expect(scripts).toEqual(['application/ld+json', 'module']);
    expect(dataOf(document)).toMatchObject({ name: evil, description: evil });
    expect(document.querySelector('noscript')?.textContent).toBe('Needs JavaScript');
  });

  test('hostile text in the public address stays part of the address', () => {
    const { document, canonical, property } = read(page('/terms', `https://x.example/${evil}`));
    expect(canonical).toBe(`https://x.example/${evil}/terms`);
    expect(property('og:image')).toBe(`https://x.example/${evil}/og.png`);
    expect(document.querySelectorAll('script')).toHaveLength(1);
  });
});

describe('prerendered screen', () => {
  const screen = {
    body: '<main>$& is <b>there</b></main>',
    preload: ['/assets/p.js'],
    fetches: ['/api/samples'],
  };

  test('a prerendered screen is in the document, with its scripts and data preloaded', () => {
    const { document } = read(page('/pricing'), screen);
    expect(document.querySelector('#root')?.innerHTML).toBe('<main>$&amp; is <b>there</b></main>');
    const preload = document.querySelector('link[rel=modulepreload]');
    expect(preload?.getAttribute('href')).toBe('/assets/p.js');
    const fetched = document.querySelector('link[as=fetch]');
    expect(fetched?.getAttribute('href')).toBe('/api/samples');
  });

  test('a template without a place for the head or the prerendered screen is refused', () => {
    const head = page('/pricing');
    expect(() => composeDocument('<html></html>', head)).toThrow('<!--head-->');
    expect(() => composeDocument(`${template}<!--head-->`, head)).toThrow('<!--head-->');
    expect(() => composeDocument('<!--head-->', head, screen)).toThrow('root');
  });
});
