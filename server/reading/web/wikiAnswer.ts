import { z } from 'zod';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { cleanLine, cleanText, countWords } from './cleanText.ts';
import type { Article } from './research.ts';

export const PROVIDER = 'MediaWiki';

/** The next article of a search; null if it cannot be used. */
export interface WikiAnswer {
  article: Article | null;
  hasMore: boolean;
}

const page = z.object({
  title: z.string(),
  extract: z.string().optional(),
  pageprops: z.object({ disambiguation: z.string().optional() }).optional(),
  pagelanguage: z.string().optional(),
  canonicalurl: z.url({ protocol: /^https?$/ }).optional(),
  fullurl: z.url({ protocol: /^https?$/ }).optional(),
  revisions: z.array(z.object({ revid: z.number().int(), timestamp: z.iso.datetime() })).optional(),
});

const answer = z.object({
  error: z.object({ code: z.string(), info: z.string() }).optional(),
  continue: z.object({ gsroffset: z.number().optional() }).optional(),
  query: z
    .object({
      pages: z.array(page).optional(),
      general: z.object({ sitename: z.string() }),
      rightsinfo: z.object({ url: z.string(), text: z.string() }),
    })
    .optional(),
});
type Query = NonNullable<z.infer<typeof answer>['query']>;

/** Errors that pass: the wiki lags, its search is away, or we ask too often. */
const PASSING = /^(maxlag|ratelimited|readonly|internal_api_error)|backend|timeout/;

/** Reads answers of `formatversion=2`. `retryAfter` is in ms. Throws `ProviderFailure`. */
export function readWikiAnswer(reply: unknown, retryAfter: number | undefined): WikiAnswer {
  const { data: read } = answer.safeParse(reply);
  if (!read) throw new ProviderFailure(PROVIDER, 'broken', 'the answer is not that of a wiki');
  if (read.error) {
    const { code, info } = read.error;
    const trouble = PASSING.test(code) ? 'busy' : 'refused';
    throw new ProviderFailure(PROVIDER, trouble, `${code}: ${info}`, { retryAfter });
  }
  const [first] = read.query?.pages ?? [];
  return {
    article: first && read.query ? articleOf(first, read.query) : null,
    hasMore: read.continue?.gsroffset !== undefined,
  };
}

function articleOf(
  { title, extract = '', pageprops, pagelanguage = '', revisions, ...urls }: z.infer<typeof page>,
  { general, rightsinfo }: Query,
): Article | null {
  const [revision] = revisions ?? [];
  const licence = licenceOf(rightsinfo);
  const text = cleanText(paragraphsOf(extract));
  if (pageprops?.disambiguation !== undefined || !revision || !licence || !text) return null;
  return {
    url: urls.canonicalurl ?? urls.fullurl ?? null,
    title: cleanLine(title),
    site: cleanLine(general.sitename, 100) || null,
    published: revision.timestamp.slice(0, 'yyyy-mm-dd'.length),
    language: /^[a-z]{2}(?![a-z])/i.exec(pagelanguage)?.[0].toLowerCase() ?? null,
    text,
    words: countWords(text),
    licence,
    revision: String(revision.revid),
  };
}

/** An extract has one line per paragraph, and "== Name ==" for a heading. */
const paragraphsOf = (extract: string) =>
  extract.replace(/^=+ *(.+?) *=+$/gm, '$1').replace(/\n+/g, '\n\n');

/** The licence's short name, as its terms ask for. Without a licence nothing may be quoted. */
function licenceOf({ url, text }: Query['rightsinfo']): string {
  const [, kind, version] = /creativecommons\.org\/licenses\/([a-z-]+)\/([\d.]+)/.exec(url) ?? [];
  return kind && version ? `CC ${kind.toUpperCase()} ${version}` : cleanLine(text, 100);
}
