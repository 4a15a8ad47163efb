import { Agent, type Dispatcher, request } from 'undici';
import { openQueue, PAID } from '../../base/bounds/fairQueue.ts';
import { ProviderFailure, retryAfterOf, timed, watchCall } from '../../base/kit/provider.ts';
import { openRecent } from '../../base/kit/recent.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { NotRead } from './notRead.ts';
import { readBody } from './readBody.ts';
import { readWikiAnswer, type WikiAnswer } from './wikiAnswer.ts';

const PROVIDER = 'MediaWiki';

/** Bytes after decompression: four times the longest articles. */
const ANSWER_BYTES = 2 * 1024 * 1024;
/** Answers in memory; each has at most `LONGEST_TEXT` characters. */
const MOST_KEPT = 100;
const HOUR = 60 * 60 * 1000;

interface WikiSearch {
  query: string;
  offset: number;
}

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

/**
 * Sends one request at a time, as the operators wish (mediawiki.org/wiki/API:Etiquette). Throws
 * `ProviderFailure` or the signal's reason.
 */
export function openWikiClient(
  { url, userAgent, cacheFor = HOUR }: { url: string; userAgent: string; cacheFor?: number },
  { total }: RetryPolicy,
) {
  const dispatcher = new Agent({ maxResponseSize: ANSWER_BYTES, connect: { timeout: total } });
  const headers = {
    'user-agent': userAgent,
    accept: 'application/json',
    'accept-encoding': 'gzip',
  };
  const turns = openQueue({ atOnce: 1 });
  const recent = openRecent<WikiAnswer>({ most: MOST_KEPT, keepFor: cacheFor });

  async function fetchAnswer(address: URL, signal: AbortSignal): Promise<WikiAnswer> {
    const by = watchCall(PROVIDER, signal, { total, idle: total });
    try {
      const reply = await request(address, { dispatcher, headers, signal: by.signal });
      // A body that was not read to its end may report its closed connection after we have left.
      reply.body.on('error', () => {});
      try {
        return readWikiAnswer(PROVIDER, await readJson(reply), retryAfter(reply));
      } finally {
        reply.body.destroy();
      }
    } catch (error) {
      throw by.signal.aborted ? by.signal.reason : asFailure(error);
    } finally {
      by.end();
    }
  }

  return {
    async ask({ query, offset }: WikiSearch, signal: AbortSignal): Promise<WikiAnswer> {
      const address = new URL(url);
      const asked = { ...ASKED, gsrsearch: query, gsroffset: String(offset) };
      address.search = new URLSearchParams(asked).toString();
      return turns.run(
        PAID,
        async () => {
          const known = recent.get(address.href);
          if (known) return known;
          const answer = await timed(PROVIDER, () => fetchAnswer(address, signal));
          recent.set(address.href, answer);
          return answer;
        },
        signal,
      );
    },
  };
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
  if (isTooLarge(error)) {
    // Another try would bring the same answer.
    return new ProviderFailure(PROVIDER, 'rejected', 'the answer is too large', { cause: error });
  }
  const isGarbage = error instanceof SyntaxError || error instanceof NotRead;
  return new ProviderFailure(PROVIDER, isGarbage ? 'broken' : 'busy', message, { cause: error });
}

function isTooLarge(error: unknown): boolean {
  if (error instanceof NotRead) return error.reason === 'too-large';
  return error instanceof Error && Object(error).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
}
