import { describe, expect, it } from 'vitest';
import { cleanText } from './cleanText.ts';
import { decodeText, readHtml } from './readHtml.ts';
import { articlePage, articleText } from './testing/pages.ts';

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

describe('an article', () => {
  it.each([
    ['en', 'two brothers'],
    ['de', 'zwei Brüdern'],
    ['es', 'dos hermanos'],
  ] as const)('in %s is read without what stands around it', (language, words) => {
    const found = readHtml(articlePage({ language }));
    expect(found).toMatchObject({
      title: 'Two brothers and a light',
      site: 'The Coast',
      published: '2024-03-01T23:30:00-05:00',
      language,
    });
    const paragraphs = cleanText(found.text).split('\n\n');
    expect(paragraphs.filter((paragraph) => paragraph.includes(words))).toHaveLength(2);
    expect(found.text).not.toMatch(/Shop|Most read|Copyright/);
  });

  it('says in JSON-LD or in a time element when it was published, and by whom', () => {
    const said = { '@graph': [{ datePublished: '2023-05-06', publisher: { name: 'The Sea' } }] };
    const head = `<script type="application/ld+json">${JSON.stringify(said)}</script>`;
    const article = `<article>${articleText()}</article>`;
    expect(readHtml(page(article, head))).toMatchObject({
      site: 'The Sea',
      published: '2023-05-06',
    });
    expect(readHtml(page(`<time datetime="2022-01-02">x</time>${article}`)).published).toBe(
      '2022-01-02',
    );
  });

  it.each([
    ...['<p style="display:none">OBEY</p>', '<p style="DISPLAY : none !important">OBEY</p>'],
    ...[
      '<p hidden>OBEY</p>',
      '<p aria-hidden="true">OBEY</p>',
      '<span style="font-size:0px">OBEY</span>',
    ],
    ...['<p style="visibility: hidden">OBEY</p>', '<p style="opacity:0">OBEY</p>', '<!-- OBEY -->'],
    ...['<p style="position:absolute;left:-9999px">OBEY</p>', '<img src="a.png" alt="OBEY">'],
    ...['<script>OBEY</script>', '<style>OBEY</style>', '<template><p>OBEY</p></template>'],
    ...[
      '<noscript>OBEY</noscript>',
      '<p style="display:/**/none">OBEY</p>',
      '<p title="OBEY">x</p>',
    ],
    ...['<div hidden><div><p>OBEY</p></div></div>', '<svg><title>OBEY</title></svg>'],
  ])('does not contain what %s hides', (inside) => {
    const found = readHtml(articlePage({ inside }));
    expect(found.text).toContain('two brothers');
    expect(found.text).not.toContain('OBEY');
  });

  it('keeps what is merely styled', () => {
    const inside =
      '<p style="opacity:0.9;min-width:0;font-size:0.9em;color:red">Seen by all of us.</p>';
    expect(readHtml(articlePage({ inside })).text).toContain('Seen by all of us.');
  });
});

it.each([
  [
    'a soft 404',
    'gone',
    page('<h1>Page not found</h1><p>Sorry, try our search instead of this.</p>'),
  ],
  ['a German soft 404', 'gone', page('<main><p>Die Seite wurde nicht gefunden.</p></main>')],
  [
    'a cookie wall',
    'blocked',
    page(
      `<div><h2>We value your privacy</h2><p>${'We and our partners use cookies. '.repeat(8)}</p></div>`,
    ),
  ],
  [
    'a paywall stub',
    'blocked',
    page(
      `<article><h1>Light</h1><p>The lighthouse was built.</p><p>Subscribe to continue reading.</p></article>`,
    ),
  ],
  [
    'a stub that says in JSON-LD that it is not free',
    'blocked',
    page(
      '<article><p>The lighthouse was built in a hurry.</p></article>',
      '<script type="application/ld+json">{"isAccessibleForFree": false}</script>',
    ),
  ],
  ['a sign-in', 'needs-sign-in', page('<form><p>Welcome back</p><input type="password"></form>')],
  [
    'a shell of a script',
    'nothing-to-read',
    page('<div id="root"></div><script src="/a.js"></script>'),
  ],
  [
    'a shell that asks for JavaScript',
    'nothing-to-read',
    page('<noscript>You need to enable JavaScript.</noscript>'),
  ],
  ['nothing', 'nothing-to-read', ''],
])('%s is no article', (_name, reason, html) => {
  expect(() => readHtml(html)).toThrow(expect.objectContaining({ name: 'NotRead', reason }));
});

it('a long article on cookies, subscriptions and pages not found is one', () => {
  const inside = '<p>Cookies remember you; subscribe or not, the page was not found.</p>';
  expect(readHtml(articlePage({ inside })).text).toContain('Cookies remember you');
});

it('decodes by the header, by the page, else as UTF-8', () => {
  expect(decodeText(Buffer.from([0xe9]), 'text/html; charset=iso-8859-1')).toBe('é');
  expect(
    decodeText(Buffer.from('<meta charset="windows-1252">\xe9', 'latin1'), 'text/html'),
  ).toMatch(/é$/);
  expect(decodeText(Buffer.from('é'), 'text/html; charset=nonsense')).toBe('é');
});
