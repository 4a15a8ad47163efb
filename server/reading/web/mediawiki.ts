import { Agent, type Dispatcher, request } from 'undici';
import { openQueue, PAID } from '../../base/bounds/fairQueue.ts';
import { ProviderFailure, retryAfterOf, timed, watchCall } from '../../base/kit/provider.ts';
import { openRecent } from '../../base/kit/recent.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import { cleanLine } from './cleanText.ts';
import { NotRead } from './notRead.ts';
import { readBody } from './readBody.ts';
import type { Article, Encyclopedia, SearchQuestion } from './research.ts';
import { PROVIDER, readWikiAnswer, type WikiAnswer } from './wikiAnswer.ts';

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
/** Bytes after decompression: four times the longest articles. */
const ANSWER_BYTES = 2 * 1024 * 1024;
/** Answers in memory; each has at most `LONGEST_TEXT` characters. */
const MOST_KEPT = 100;
const HOUR = 60 * 60 * 1000;

const ASKED = {
  action: 'query',
  format: 'json',
  formatversion: '2',
  // Waiting for a wiki that lags makes it worse (mediawiki.org/wiki/Manual:Maxlag_parameter).
  maxlag: '5',
  redirects: '1',
  generator: 'search',
  gsrnamespace: '0',
  gsrlimit: '1',
  prop: 'extracts|info|pageprops|revisions',
  explaintext: '1',
  exlimit: '1',
  inprop: 'url',
  ppprop: 'disambiguation',
  rvprop: 'ids|timestamp',
  meta: 'siteinfo',
  siprop: 'general|rightsinfo',
};

/** Wikis refuse a `userAgent` without an address. `cacheFor` is in ms, an hour by default. */
export function openMediawiki(
  options: { url: string; userAgent: string; cacheFor?: number; most?: number },
  policy: RetryPolicy = wikiRetries,
): Encyclopedia {
  const { url, userAgent, cacheFor = HOUR, most = 3 } = options;
  const { total } = policy;
  const dispatcher = new Agent({ maxResponseSize: ANSWER_BYTES, connect: { timeout: total } });
  const headers = {
    'user-agent': userAgent,
    accept: 'application/json',
    'accept-encoding': 'gzip',
  };
  // One request at a time, as the operators wish (mediawiki.org/wiki/API:Etiquette).
  const turns = openQueue({ atOnce: 1 });
  const recent = openRecent<WikiAnswer>({ most: MOST_KEPT, keepFor: cacheFor });

  async function fetchAnswer(address: URL, signal: AbortSignal): Promise<WikiAnswer> {
    const by = watchCall(PROVIDER, signal, { total, idle: total });
    try {
      const reply = await request(address, { dispatcher, headers, signal: by.signal });
      // A body that was not read to its end may report its closed connection after we have left.
      reply.body.on('error', () => {});
      try {
        return readWikiAnswer(await readJson(reply), retryAfter(reply));
      } finally {
        reply.body.destroy();
      }
    } catch (error) {
      throw by.signal.aborted ? by.signal.reason : asFailure(error);
    } finally {
      by.end();
    }
  }

  async function ask(search: { query: string; offset: number }, signal: AbortSignal) {
    const address = new URL(url);
    const asked = { ...ASKED, gsrsearch: search.query, gsroffset: String(search.offset) };
    address.search = new URLSearchParams(asked).toString();
    const answer = async () => {
      const known = recent.get(address.href);
      if (known) return known;
      const found = await timed(PROVIDER, () => fetchAnswer(address, signal));
      recent.set(address.href, found);
      return found;
    };
    return turns.run(PAID, answer, signal);
  }

  return {
    async find(question, signal) {
      // Each request brings one article. The best of every search come before the second best.
      const searches = queriesOf(question).map((query) => ({ query, offset: 0 }));
      const found = new Map<string, Article>();
      for (let requests = 0; requests < MOST_REQUESTS && found.size < most; requests++) {
        const search = searches.shift();
        if (!search) break;
        try {
          const { article, hasMore } = await retry(policy, signal, () => ask(search, signal));
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

async function readJson(reply: Dispatcher.ResponseData): Promise<unknown> {
  const { statusCode: status } = reply;
  const fail = (trouble: ProviderFailure['trouble'], message: string) =>
    new ProviderFailure(PROVIDER, trouble, message, { retryAfter: retryAfter(reply) });
  if (status === 429 || status === 408 || status >= 500) throw fail('busy', `answered ${status}`);
  // We did not choose the address that a wiki redirects to.
  if (status !== 200) throw fail('refused', `answered ${status}`);
  if (!/^application\/json\b/i.test(String(reply.headers['content-type'] ?? ''))) {
    throw fail('broken', 'the answer is not JSON');
  }
  return JSON.parse((await readBody(reply, ANSWER_BYTES)).toString());
}

function retryAfter({ headers }: Dispatcher.ResponseData): number | undefined {
  const given = headers['retry-after'];
  return typeof given === 'string'
    ? retryAfterOf(new Headers({ 'retry-after': given }))
    : undefined;
}

function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const message = error instanceof Error ? error.message : 'unreadable answer';
  const isTooLarge =
    error instanceof NotRead
      ? error.reason === 'too-large'
      : error instanceof Error && Object(error).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
  if (isTooLarge) {
    // Another try would bring the same answer.
    return new ProviderFailure(PROVIDER, 'rejected', 'the answer is too large', { cause: error });
  }
  const isGarbage = error instanceof SyntaxError || error instanceof NotRead;
  return new ProviderFailure(PROVIDER, isGarbage ? 'broken' : 'busy', message, { cause: error });
}
