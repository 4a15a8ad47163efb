import { shorten } from '#shared/shorten.ts';
import type { AttachmentKind } from '#shared/sources.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import { cleanLine, cleanText, countWords } from './cleanText.ts';
import { type FetchOptions, isPdf, openFetcher, PDF_BYTES } from './fetchPage.ts';
import { NotRead, type Parsed } from './notRead.ts';
import { parseLink, withoutTokens } from './parseLink.ts';
import { openParser } from './runParser.ts';

/** A listener's attachment as text. All of it is material, never an instruction. */
export interface Document {
  kind: AttachmentKind;
  /** Without tokens; null for a PDF or a pasted text. */
  url: string | null;
  title: string;
  site: string | null;
  /** ISO date. */
  published: string | null;
  /** BCP 47, two letters. */
  language: string | null;
  text: string;
  words: number;
}

/** Throws `NotRead`, `Problem('too_many')` or the signal's reason. */
export function openDocuments(options: FetchOptions = {}) {
  const fetcher = openFetcher(options);
  const parse = openParser();
  return {
    /** The normal form of a link, which two spellings share. Fetches nothing. */
    addressOf: (link: string): string => parseLink(link, options.localPages).href,
    async fromLink(share: Share, link: string, signal: AbortSignal): Promise<Document> {
      const { kind, url, contentType, body } = await fetcher.fetchPage(share, link, signal);
      const parsed = await parse(share, { kind, contentType }, body, signal);
      const address = canonicalOf(url, parsed.canonical);
      const site = parsed.site ?? address.hostname.replace(/^www\./, '');
      return toDocument('link', { ...parsed, site }, withoutTokens(address).href);
    },
    async fromPdf(share: Share, bytes: Uint8Array, signal: AbortSignal): Promise<Document> {
      if (bytes.length > PDF_BYTES) throw new NotRead('too-large');
      if (!isPdf(bytes)) throw new NotRead('not-a-pdf');
      const parsed = await parse(share, { kind: 'pdf', contentType: '' }, bytes, signal);
      return toDocument('pdf', parsed, null);
    },
    fromText: (text: string): Document => toDocument('text', { text }, null),
    close: () => fetcher.close(),
  };
}

function toDocument(
  kind: Document['kind'],
  found: Partial<Parsed> & { text: string },
  url: string | null,
): Document {
  const text = cleanText(found.text);
  if (!/[\p{L}\p{N}]/u.test(text)) throw new NotRead('nothing-to-read');
  return {
    kind,
    url,
    title: cleanLine(found.title ?? '') || shorten(firstSentence(text)),
    site: cleanLine(found.site ?? '', 100) || null,
    published: dateOf(found.published),
    language: /^[a-z]{2}(?![a-z])/i.exec(found.language ?? '')?.[0].toLowerCase() ?? null,
    text,
    words: countWords(text),
  };
}

/** Follows a page's canonical link only within the page's own origin. */
function canonicalOf(url: URL, canonical: string | null): URL {
  const named = canonical === null ? null : URL.parse(canonical, url.href);
  return named?.origin === url.origin && !named.username && !named.password ? named : url;
}

const firstSentence = (text: string) => text.split(/\n|(?<=[.!?。！？])\s/, 1)[0] ?? '';

/** Does not shift time zones; null for a date in the future. */
function dateOf(given: string | null | undefined): string | null {
  const written = /^\s*(\d{4})[-/](\d\d?)[-/](\d\d?)/.exec(given ?? '');
  if (!written) return null;
  const [year = '', month = '', day = ''] = written.slice(1);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(date);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isReal && time < Date.now() + 86_400_000 ? date : null;
}
