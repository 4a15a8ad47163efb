import { html } from '../pages.ts';
import { findPages } from './find.ts';
import { articles, type WebPage } from './webPages.ts';
import { extract, extractsOf } from './wikiExtracts.ts';
import { WikiRefusal, type WikiRequest } from './wikiRequest.ts';

const RIGHTS = {
  url: 'https://creativecommons.org/licenses/by-sa/4.0/deed.en',
  text: 'Creative Commons Attribution-Share Alike 4.0',
};

/** The numbers of an article follow its position, so they are the same after a restart. */
export const revisionOf = (page: WebPage): number => 1_260_000_000 + 371 * articles.indexOf(page);
const idOf = (page: WebPage) => 41_000 + articles.indexOf(page);
const lengthOf = (page: WebPage) => Buffer.byteLength(extract(page, null));
const timeOf = (page: WebPage) => `${page.published}T09:24:11Z`;
export const nameOf = ({ title }: WebPage): string => title.replaceAll(' ', '_');

export function answerQuery(request: WikiRequest, root: string): object {
  const meta = request.list('meta', ['siteinfo']);
  const list = request.list('list', ['search']);
  const next: Record<string, number | string> = {};
  const query = {
    ...(meta.length && siteInfo(request, root)),
    ...(list.length && search(request, next)),
    ...pagesOf(request, root, next),
  };
  const isComplete = !Object.keys(next).length;
  return {
    ...(isComplete ? { batchcomplete: true } : { continue: { ...next, continue: '||' } }),
    ...(Object.keys(query).length && { query }),
  };
}

function siteInfo(request: WikiRequest, root: string) {
  const wanted = request.list('siprop', ['general', 'rightsinfo'], 'general');
  const general = {
    mainpage: 'Main Page',
    base: `${root}/wiki/Main_Page`,
    sitename: 'Openpedia',
    generator: 'MediaWiki 1.45.0-wmf.9',
    lang: 'en',
    timezone: 'UTC',
    articlepath: `${new URL(root).pathname}/wiki/$1`,
    scriptpath: `${new URL(root).pathname}/w`,
    server: new URL(root).origin,
    wikiid: 'openpedia',
    maxarticlesize: 2_097_152,
  };
  return {
    ...(wanted.includes('general') && { general }),
    ...(wanted.includes('rightsinfo') && { rightsinfo: RIGHTS }),
  };
}

/** `next` gets the offset of the next articles, if there are any. */
function find(request: WikiRequest, prefix: 'sr' | 'gsr', next: Record<string, number | string>) {
  const asked = request.text(`${prefix}search`);
  if (!asked) {
    throw new WikiRefusal('missingparam', `The "${prefix}search" parameter must be set.`);
  }
  const limit = request.number(`${prefix}limit`, [1, 500]) ?? 10;
  const offset = request.number(`${prefix}offset`, [0, 9_999]) ?? 0;
  const found = findPages(asked, articles);
  if (offset + limit < found.length) next[`${prefix}offset`] = offset + limit;
  return { found: found.slice(offset, offset + limit), total: found.length };
}

function search(request: WikiRequest, next: Record<string, number | string>) {
  const { found, total } = find(request, 'sr', next);
  const wanted = request.list('srprop', undefined, 'size|wordcount|timestamp|snippet');
  return {
    searchinfo: { totalhits: total },
    search: found.map(({ page, facts }) => ({
      ns: 0,
      title: page.title,
      pageid: idOf(page),
      ...(wanted.includes('size') && { size: lengthOf(page) }),
      ...(wanted.includes('wordcount') && { wordcount: extract(page, null).split(/\s+/).length }),
      ...(wanted.includes('snippet') && { snippet: html`${facts[0]?.sentence ?? ''}`.html }),
      ...(wanted.includes('timestamp') && { timestamp: timeOf(page) }),
    })),
  };
}

function pagesOf(request: WikiRequest, root: string, next: Record<string, number | string>) {
  const props = request.list('prop', ['extracts', 'info', 'revisions']);
  const { pages, ...about } = chosen(request, next);
  if (!pages) return {};
  const exists = pages.flatMap(({ page }) => (page ? [page] : []));
  const extracts = props.includes('extracts') ? extractsOf(request, exists, next) : null;
  return {
    ...about,
    pages: pages.map(({ page, ...named }) => ({
      ...(page && { pageid: idOf(page) }),
      ns: 0,
      ...named,
      ...(page && extracts?.has(page) && { extract: extracts.get(page) }),
      ...(page && props.includes('info') && info(request, page, root)),
      ...(page && props.includes('revisions') && { revisions: [revision(request, page)] }),
    })),
  };
}

function chosen(request: WikiRequest, next: Record<string, number | string>) {
  if (request.text('generator') === 'search') {
    const { found } = find(request, 'gsr', next);
    return { pages: found.map(({ page }, at) => ({ page, title: page.title, index: at + 1 })) };
  }
  const ids = request.list('pageids').map((id) => {
    const page = articles.find((each) => String(idOf(each)) === id);
    return { page, ...(page ? { title: page.title } : { pageid: Number(id), missing: true }) };
  });
  const titles = request.list('titles');
  const normalized = titles.flatMap((from) => {
    const to = normal(from);
    return to === from ? [] : [{ fromencoded: false, from, to }];
  });
  const named = titles.map(normal).map((title) => {
    const page = articles.find((each) => each.title === title);
    return { page, title, ...(!page && { missing: true }) };
  });
  const pages = [...ids, ...named];
  if (!pages.length) return { pages: null };
  return { ...(normalized.length && { normalized }), pages };
}

const normal = (title: string) => {
  const spaced = title.replaceAll('_', ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

function info(request: WikiRequest, page: WebPage, root: string) {
  const fullurl = `${root}/wiki/${encodeURIComponent(nameOf(page))}`;
  const edit = `${root}/w/index.php?title=${encodeURIComponent(nameOf(page))}&action=edit`;
  return {
    contentmodel: 'wikitext',
    pagelanguage: 'en',
    pagelanguagehtmlcode: 'en',
    pagelanguagedir: 'ltr',
    touched: timeOf(page),
    lastrevid: revisionOf(page),
    length: lengthOf(page),
    ...(request.list('inprop').includes('url') && {
      fullurl,
      editurl: edit,
      canonicalurl: fullurl,
    }),
  };
}

function revision(request: WikiRequest, page: WebPage) {
  const wanted = request.list('rvprop', undefined, 'ids|flags|timestamp|user|comment');
  return {
    ...(wanted.includes('ids') && { revid: revisionOf(page), parentid: revisionOf(page) - 112 }),
    ...(wanted.includes('flags') && { minor: false }),
    ...(wanted.includes('user') && { user: 'Marginalia' }),
    ...(wanted.includes('timestamp') && { timestamp: timeOf(page) }),
    ...(wanted.includes('comment') && { comment: 'more exact figures' }),
  };
}
