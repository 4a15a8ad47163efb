import { ProviderFailure } from '../../base/kit/provider.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import { openWikiClient } from './askWiki.ts';
import { cleanLine } from './cleanText.ts';
import type { Article, Encyclopedia, SearchQuestion } from './research.ts';

/** For one request, in ms. A wiki that lags asks us to wait five seconds. */
const wikiRetries: RetryPolicy = {
  attempts: { busy: 2, broken: 2 },
  firstWait: 500,
  longestWait: 6_000,
  total: 5_000,
  idle: 5_000,
};

const MOST_REQUESTS = 4;
/** CirrusSearch refuses longer queries. */
const LONGEST_QUERY = 300;

/** Wikis refuse a `userAgent` without an address. `cacheFor` is in ms, an hour by default. */
export function openMediawiki(
  options: { url: string; userAgent: string; cacheFor?: number; most?: number },
  policy: RetryPolicy = wikiRetries,
): Encyclopedia {
  const { most = 3 } = options;
  const client = openWikiClient(options, policy);
  return {
    async find(question, signal) {
      // Each request brings one article. The best of every search come before the second best.
      const searches = queriesOf(question).map((query) => ({ query, offset: 0 }));
      const found = new Map<string, Article>();
      for (let requests = 0; requests < MOST_REQUESTS && found.size < most; requests++) {
        const search = searches.shift();
        if (!search) break;
        try {
          const { article, hasMore } = await retry(policy, signal, () =>
            client.ask(search, signal),
          );
          if (article) found.set(article.url ?? article.title, article);
          if (hasMore) searches.push({ ...search, offset: search.offset + 1 });
        } catch (error) {
          if (found.size && error instanceof ProviderFailure) break;
          throw error;
        }
      }
      return [...found.values()];
    },
  };
}

function queriesOf({ topic, questions }: SearchQuestion): string[] {
  const queries = [topic, ...questions].map((text) => {
    const words = cleanLine(text.replace(/[^\p{L}\p{M}\p{N}'’.,]+/gu, ' '), LONGEST_QUERY + 1);
    const query = words.length > LONGEST_QUERY ? words.replace(/\s\S*$/, '') : words;
    // Some words in capitals are operators of the search.
    return query.slice(0, LONGEST_QUERY).toLowerCase();
  });
  return [...new Set(queries)].filter(Boolean);
}
