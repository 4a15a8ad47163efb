/* A grammar of feeds, from their specifications, to validate ours. */

const SPACES: Record<string, string> = {
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes:',
  'https://podcastindex.org/namespace/1.0': 'podcast:',
  'http://www.w3.org/2005/Atom': 'atom:',
  'http://purl.org/rss/1.0/modules/content/': 'content:',
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': 'Iptc4xmpExt:',
};

const WEB = /^https?:\/\/[^\s"<>]+$/;
const LINE = /\S/;
const COUNT = /^[1-9]\d*$/;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** RFC 822 with a year of four digits. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

interface Rule {
  /** Pattern of its text; if absent, text is not allowed. */
  text?: RegExp;
  attributes?: Record<string, RegExp>;
  options?: Record<string, RegExp>;
  children?: Record<string, 'one' | 'maybe' | 'many'>;
}

const page = (of: RegExp): Rule => ({ text: of });

/**
 * RSS 2.0 (rssboard.org) with its content module, Apple's "Podcaster's guide to RSS",
 * podcast-namespace `docs/1.0.md`, IPTC's digital source types.
 */
const RULES: Record<string, Rule> = {
  rss: { attributes: { version: /^2\.0$/ }, children: { channel: 'one' } },
  channel: {
    children: {
      title: 'one',
      link: 'one',
      description: 'one',
      language: 'one',
      generator: 'maybe',
      'atom:link': 'one',
      image: 'maybe',
      'itunes:image': 'one',
      'itunes:author': 'one',
      'itunes:owner': 'maybe',
      'itunes:category': 'one',
      'itunes:explicit': 'one',
      'itunes:type': 'maybe',
      'itunes:block': 'maybe',
      'podcast:block': 'maybe',
      'podcast:locked': 'maybe',
      'podcast:guid': 'one',
      'podcast:medium': 'maybe',
      'podcast:person': 'many',
      'Iptc4xmpExt:DigitalSourceType': 'maybe',
      item: 'many',
    },
  },
  item: {
    children: {
      title: 'one',
      description: 'one',
      'content:encoded': 'maybe',
      link: 'maybe',
      guid: 'one',
      pubDate: 'one',
      enclosure: 'one',
      'itunes:image': 'maybe',
      'itunes:duration': 'one',
      'itunes:explicit': 'maybe',
      'itunes:episodeType': 'maybe',
      'itunes:author': 'maybe',
      'podcast:person': 'many',
      'podcast:transcript': 'many',
      'podcast:chapters': 'maybe',
      'Iptc4xmpExt:DigitalSourceType': 'maybe',
    },
  },
  image: { children: { url: 'one', title: 'one', link: 'one' } },
  'itunes:owner': { children: { 'itunes:name': 'one', 'itunes:email': 'one' } },
  title: page(LINE),
  description: page(LINE),
  link: page(WEB),
  url: page(WEB),
  generator: page(LINE),
  language: page(/^[a-z]{2}(-[a-z]{2})?$/),
  pubDate: page(DATE),
  guid: { text: LINE, attributes: { isPermaLink: /^(true|false)$/ } },
  enclosure: { attributes: { url: WEB, length: COUNT, type: /^audio\/mpeg$/ } },
  'atom:link': {
    attributes: { href: WEB, rel: /^self$/, type: /^application\/rss\+xml$/ },
  },
  'itunes:image': { attributes: { href: WEB } },
  'itunes:author': page(LINE),
  'itunes:name': page(LINE),
  'itunes:email': page(ADDRESS),
  'itunes:category': { attributes: { text: /^[A-Z]/ } },
  'itunes:explicit': page(/^(true|false)$/),
  'itunes:type': page(/^(episodic|serial)$/),
  'itunes:block': page(/^Yes$/),
  'itunes:duration': page(COUNT),
  'itunes:episodeType': page(/^(full|trailer|bonus)$/),
  'podcast:block': page(/^(yes|no)$/),
  'podcast:locked': { text: /^(yes|no)$/, attributes: { owner: ADDRESS } },
  'podcast:guid': page(UUID),
  'podcast:medium': page(/^(podcast|music|video|film|audiobook|newsletter|blog)L?$/),
  'podcast:transcript': {
    attributes: {
      url: WEB,
      type: /^(text\/(plain|html|vtt)|application\/(json|x-subrip|srt))$/,
    },
    options: { language: /^[a-z]{2}(-[A-Z]{2})?$/, rel: /^captions$/ },
  },
  // The roles and groups of the Podcast Taxonomy, in lower case.
  'podcast:person': {
    text: LINE,
    options: { role: /^[a-z][a-z -]+$/, group: /^[a-z][a-z -]+$/, img: WEB, href: WEB },
  },
  'content:encoded': page(LINE),
  'Iptc4xmpExt:DigitalSourceType': page(
    /^http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/[a-z][A-Za-z]+$/,
  ),
  'podcast:chapters': { attributes: { url: WEB, type: /^application\/json\+chapters$/ } },
};

const qualifiedNameOf = ({ namespaceURI, localName }: Element) =>
  namespaceURI === null ? localName : `${SPACES[namespaceURI] ?? '?:'}${localName}`;

export function complaintsOf(feed: Element): string[] {
  const items = [...feed.querySelectorAll('item > guid')].map(({ textContent }) => textContent);
  const twice = new Set(items).size < items.length ? ['two items have one guid'] : [];
  return [
    ...(qualifiedNameOf(feed) === 'rss' ? [] : ['it is no RSS']),
    ...complaintsIn(feed),
    ...twice,
  ];
}

function complaintsIn(element: Element): string[] {
  const name = qualifiedNameOf(element);
  const rule = RULES[name];
  if (!rule) return [`<${name}> is unknown`];
  return [
    ...textComplaints(element, name, rule),
    ...attributeComplaints(element, name, rule),
    ...countComplaints(element, name, rule),
    ...[...element.children].flatMap(complaintsIn),
  ];
}

function textComplaints(element: Element, name: string, { text, children }: Rule): string[] {
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
  const found = own.map(({ textContent }) => textContent).join('');
  if (text) return text.test(found) ? [] : [`<${name}> says “${found}”`];
  return !children && found.trim() ? [`<${name}> says something`] : [];
}

function attributeComplaints(element: Element, name: string, rule: Rule): string[] {
  const { attributes = {}, options = {} } = rule;
  const given = [...element.attributes].filter(({ name }) => !name.startsWith('xmlns'));
  const allowed = { ...attributes, ...options };
  const unknown = given.filter((attribute) => !(attribute.name in allowed));
  const wrong = Object.entries(allowed).filter(([key, shape]) => {
    const value = element.getAttribute(key);
    return !shape.test(value ?? '') && !(value === null && key in options);
  });
  return [
    ...unknown.map((attribute) => `${attribute.name} of <${name}> is unknown`),
    ...wrong.map(([key]) => `${key} of <${name}> is “${element.getAttribute(key)}”`),
  ];
}

function countComplaints(element: Element, name: string, { children = {} }: Rule): string[] {
  const counts = Map.groupBy([...element.children].map(qualifiedNameOf), (child) => child);
  const strange = [...counts.keys()].filter((child) => !(child in children));
  const miscounted = Object.entries(children).filter(([child, often]) => {
    const count = counts.get(child)?.length ?? 0;
    return (often === 'one' && count !== 1) || (often === 'maybe' && count > 1);
  });
  return [
    ...strange.map((child) => `<${child}> does not belong into <${name}>`),
    ...miscounted.map(([child]) => `<${name}> has ${counts.get(child)?.length ?? 0} of <${child}>`),
  ];
}
