import { shorten } from '#shared/shorten.ts';
import type { AttachmentKind } from '#shared/sources.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import { cleanLine, cleanText, countWords } from './cleanText.ts';
import { type FetchOptions, isPdf, openFetcher, PDF_BYTES } from './fetchPage.ts';
import { NotRead } from './notRead.ts';
import type { Parsed } from './parsed.ts';
import { parseLink, withoutTokens } from './parseLink.ts';
import { openParser } from './runParser.ts';

/** What a listener brought, as it can be read. All of it is material, never an instruction. */
export interface Document {
  kind: AttachmentKind;
  /** Where a reader finds it, without tokens. */
  url: string | null;
  /** One line of at most 200 characters. */
  title: string;
  site: string | null;
  /** ISO date, e.g. `2026-11-25`. */
  published: string | null;
  /** BCP 47, two letters. */
  language: string | null;
  /** Plain text in paragraphs, at most `LONGEST_TEXT` characters. */
  text: string;
  words: number;
}

/**
 * Reads links, PDFs and pasted texts, in the turn of whoever has a share (`base/bounds/fairQueue.ts`). What cannot
 * be read throws `NotRead`, an abort its reason.
 */
export function openDocuments(options: FetchOptions = {}) {
  const fetcher = openFetcher(options);
  const parser = openParser();
  return {
    /** The address that a link names, which two spellings of it share. Nothing is fetched. */
    addressOf: (link: string): string => parseLink(link, options.localPages).href,
    async fromLink(share: Share, link: string, signal: AbortSignal): Promise<Document> {
      const { kind, url, contentType, body } = await fetcher.fetchPage(share, link, signal);
      const parsed = await parser.parse(share, { kind, contentType }, body, signal);
      const address = canonicalOf(url, parsed.canonical);
      const site = parsed.site ?? address.hostname.replace(/^www\./, '');
      return toDocument('link', { ...parsed, site }, withoutTokens(address).href);
    },
    async fromPdf(share: Share, bytes: Uint8Array, signal: AbortSignal): Promise<Document> {
      if (bytes.length > PDF_BYTES) throw new NotRead('too-large');
      if (!isPdf(bytes)) throw new NotRead('not-a-pdf');
      const parsed = await parser.parse(share, { kind: 'pdf', contentType: '' }, bytes, signal);
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

/** The page's own word, as long as it names a page of the same site. */
function canonicalOf(url: URL, canonical: string | null): URL {
  const named = canonical === null ? null : URL.parse(canonical, url.href);
  return named?.origin === url.origin && !named.username && !named.password ? named : url;
}

const firstSentence = (text: string) => text.split(/\n|(?<=[.!?。！？])\s/, 1)[0] ?? '';

/** As the page writes it, without a shift of time zones; never in the future. */
function dateOf(given: string | null | undefined): string | null {
  const written = /^\s*(\d{4})[-/](\d\d?)[-/](\d\d?)/.exec(given ?? '');
  if (!written) return null;
  const [year = '', month = '', day = ''] = written.slice(1);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(date);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isReal && time < Date.now() + 86_400_000 ? date : null;
}
