import { z } from 'zod';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { withoutTrackers } from './parseLink.ts';

/** Its circuit breaker is apart from OpenAI's: a failed search is no outage. */
export const PROVIDER = 'OpenAI web search';

const MOST_ADDRESSES = 10;

const count = z.number().int().min(0);
const billed = z.object({
  usage: z.object({
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: z
      .object({ cached_tokens: count.nullish(), cache_write_tokens: count.nullish() })
      .nullish(),
  }),
});

const answer = z.object({
  status: z.string().nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(
    z.object({
      type: z.string(),
      status: z.string().nullish(),
      action: z.object({ type: z.string().nullish() }).nullish(),
      content: z
        .array(
          z.object({
            type: z.string(),
            annotations: z
              .array(z.object({ type: z.string(), url: z.string().nullish() }))
              .nullish(),
          }),
        )
        .nullish(),
    }),
  ),
});
type Answer = z.infer<typeof answer>;

/** What a Responses API answer cost, whether it is of use or not; null if it names nothing. */
export function boughtWith(reply: unknown) {
  const usage = billed.safeParse(reply).data?.usage;
  const searches = searchesIn(answer.safeParse(reply).data);
  if (!usage && !searches) return null;
  return {
    inputTokens: usage?.input_tokens ?? 0,
    cachedTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: usage?.input_tokens_details?.cache_write_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
    searches,
  };
}

/** Opening a found page, or looking for words on it, is a call too, but costs nothing. */
function searchesIn(read: Answer | undefined): number {
  return callsIn(read).filter(
    ({ status, action }) => status === 'completed' && (action?.type ?? 'search') === 'search',
  ).length;
}

const callsIn = (read: Answer | undefined) =>
  read?.output.filter(({ type }) => type === 'web_search_call') ?? [];

/** Only citations count, never text: the search itself makes them. Throws `ProviderFailure`. */
export function addressesIn(reply: unknown): string[] {
  const { data: read } = answer.safeParse(reply);
  if (!read) throw new ProviderFailure(PROVIDER, 'broken', 'the answer is not a response');
  checkEnd(read);
  const parts = read.output.flatMap(({ content }) => content ?? []);
  if (parts.some(({ type }) => type === 'refusal')) {
    throw new ProviderFailure(PROVIDER, 'rejected', 'the model declined');
  }
  const cited = parts
    .flatMap(({ annotations }) => annotations ?? [])
    .flatMap(({ type, url }) => (type === 'url_citation' && url ? [url] : []));
  const calls = callsIn(read);
  if (!cited.length && calls.length && calls.every(({ status }) => status !== 'completed')) {
    throw new ProviderFailure(PROVIDER, 'broken', 'no search has succeeded');
  }
  return [...new Set(cited.flatMap(cleanAddress))].slice(0, MOST_ADDRESSES);
}

function checkEnd({ status, error, incomplete_details: incomplete }: Answer) {
  if (error || status === 'failed') {
    const trouble = /rate_limit/.test(error?.code ?? '') ? 'busy' : 'broken';
    throw new ProviderFailure(PROVIDER, trouble, error?.message ?? 'the search failed');
  }
  if (incomplete?.reason === 'content_filter') {
    throw new ProviderFailure(PROVIDER, 'rejected', 'the answer was filtered');
  }
  // An answer that was cut for its length has citations up to there.
  if (status && status !== 'completed' && status !== 'incomplete') {
    throw new ProviderFailure(PROVIDER, 'broken', `the answer is ${status}`);
  }
}

/** The fetcher checks whether an address is public. */
function cleanAddress(cited: string): string[] {
  const url = URL.parse(cited);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return [];
  return [withoutTrackers(url).href];
}
