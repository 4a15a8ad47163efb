/** The part of the DOM that is read here: a browser's types do not belong in the server. */
export interface PageNode {
  nodeType: number;
  nodeName: string;
  nodeValue: string | null;
  textContent: string | null;
  firstChild: PageNode | null;
  nextSibling: PageNode | null;
  parentNode: PageNode | null;
}

interface PageElement extends PageNode {
  getAttribute(name: string): string | null;
  remove(): void;
}

export interface Page {
  documentElement: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export function readMetadata(document: Page) {
  const meta = readMeta(document);
  const said = readJsonLd(document);
  return {
    title: meta('og:title') ?? document.querySelector('title')?.textContent ?? said('headline'),
    site: meta('og:site_name') ?? meta('application-name') ?? said('publisher'),
    published:
      meta('article:published_time', 'datepublished', 'citation_publication_date', 'dc.date') ??
      meta('dcterms.created', 'date', 'pubdate') ??
      said('datePublished') ??
      document.querySelector('time[datetime]')?.getAttribute('datetime') ??
      null,
    language:
      document.documentElement?.getAttribute('lang') ??
      meta('content-language', 'og:locale') ??
      said('inLanguage'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
    isFree: !/^false$/i.test(said('isAccessibleForFree') ?? ''),
  };
}

function readMeta(document: Page) {
  const found = new Map<string, string>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const name = ['property', 'name', 'itemprop', 'http-equiv']
      .map((attribute) => element.getAttribute(attribute))
      .find(Boolean);
    const content = element.getAttribute('content')?.trim();
    if (name && content && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), content);
  }
  return (...names: string[]) =>
    names.map((name) => found.get(name)).find((content) => content !== undefined) ?? null;
}

/** Looks at the top level, at `@graph` and in lists. An object counts by its name. */
function readJsonLd(document: Page) {
  const things: object[] = [];
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      const given: unknown = JSON.parse(textContent ?? '');
      for (const thing of listOf(given)) things.push(thing, ...listOf(fieldOf(thing, '@graph')));
    } catch {
      // Not JSON: it says nothing.
    }
  }
  return (name: string): string | null => {
    for (const thing of things) {
      const value = fieldOf(thing, name);
      const plain = typeof value === 'object' && value !== null ? fieldOf(value, 'name') : value;
      if (typeof plain === 'string' || typeof plain === 'boolean') return String(plain);
    }
    return null;
  };
}

const listOf = (value: unknown): object[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'object' && one !== null);

const fieldOf = (thing: object, name: string): unknown => Reflect.get(thing, name);
