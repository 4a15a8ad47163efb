import type { Response } from 'express';
import { type Html, html } from '../pages.ts';
import { type Fact, type WebPage, webPages } from './webPages.ts';

const PARAGRAPH = 3;
const LICENCE = 'https://creativecommons.org/licenses/by-sa/4.0/deed.en';

/** Some pages play a hostile site: no browser may run them, no search engine keep them. */
export function sendHtml(res: Response, page: string): void {
  guard(res);
  res.type('html').send(page);
}

/** Only the page itself says when it is not in UTF-8. */
export function sendWebPage(res: Response, page: WebPage, root: string): void {
  guard(res);
  if (page.charset === 'utf-8') res.type('html');
  else res.setHeader('Content-Type', 'text/html');
  res.end(Buffer.from(renderPage(page, root), page.charset === 'utf-8' ? 'utf8' : 'latin1'));
}

function guard(res: Response) {
  res.set({
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'X-Robots-Tag': 'noindex',
  });
}

export function renderPage(page: WebPage, root: string, extra: Partial<Extra> = {}): string {
  const { before = html``, after = html`` } = extra;
  const related = webPages.filter((other) => other.subject === page.subject && other !== page);
  return html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="${page.charset}">
<title>${page.title} | ${page.site}</title>
<meta property="og:site_name" content="${page.site}">
<meta property="og:title" content="${page.title}">
<meta property="article:published_time" content="${page.published}">
<link rel="canonical" href="${root}${page.path}">
<script type="application/ld+json">${metadata(page, root)}</script>
<style>nav li{display:inline}</style>
</head>
<body>
<header><a href="${root}/">${page.site}</a>
<nav><ul><li><a href="#">Home</a></li><li><a href="#">Subjects</a></li><li><a href="#">About us</a></li><li><a href="#">Subscribe</a></li></ul></nav></header>
<main>
<article>
<h1>${page.title}</h1>
<p class="byline">Published <time datetime="${page.published}">${page.published}</time></p>
${before}
${page.sections.map(
  ({ heading, facts }) =>
    html`${heading ? html`<h2>${heading}</h2>` : ''}
${paragraphs(facts)}`,
)}
${after}
</article>
<aside><h2>Read next</h2><ul>${related.map(
    (other) => html`<li><a href="${root}${other.path}">${other.title}</a></li>`,
  )}</ul><form><label>Our weekly letter <input type="email"></label><button>Join 12,000 readers</button></form></aside>
</main>
<footer><p>A page of the stand-in web: everything on it is made up. ${
    page.isArticle ? html`Text under <a rel="license" href="${LICENCE}">CC BY-SA 4.0</a>.` : ''
  }</p><p>Cookies · Imprint · Contact</p></footer>
</body>
</html>`.html;
}

interface Extra {
  before: Html;
  after: Html;
}

function paragraphs(facts: Fact[]): Html[] {
  const starts = facts.map((_, at) => at).filter((at) => at % PARAGRAPH === 0);
  return starts.map((start) => {
    const sentences = facts.slice(start, start + PARAGRAPH).map(({ sentence }) => marked(sentence));
    return html`<p>${sentences.map((each) => html`${each}\n`)}</p>\n`;
  });
}

/** Sets off the last word, so that a quote runs across elements. */
function marked(sentence: string): Html {
  const [, most = '', last = '', end = ''] = /^(.+ )(\S+?)([.?]?)$/.exec(sentence) ?? [];
  return html`${most}<em>${last}</em>${end}`;
}

function metadata({ title, site, published, path, language }: WebPage, root: string): Html {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    datePublished: published,
    inLanguage: language,
    url: `${root}${path}`,
    publisher: { '@type': 'Organization', name: site },
  };
  return { html: JSON.stringify(data).replaceAll('<', '\\u003c') };
}
