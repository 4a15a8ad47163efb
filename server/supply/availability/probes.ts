import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';

/** Episodes need those of these that are configured. Sales continue without mail or Google. */
export const NEEDED = ['OpenAI', 'ElevenLabs', 'Speech server', 'S3', 'Folder'] as const;
export type Needed = (typeof NEEDED)[number];

/** Sales also stop while Paddle refuses our account. */
export const WATCHED = [...NEEDED, 'Paddle'] as const;
export type Watched = (typeof WATCHED)[number];

/**
 * What a question finds out, and how long it may take, ms:
 * - `reach`: whether it is there
 * - `serve`: whether it serves our account; costs (almost) nothing
 * - `buy`: whether it does what we buy, by the smallest request with all parameters of a real one,
 *   independent of any order. It costs a fraction of a cent when served and nothing when refused.
 */
export const DEADLINES = { reach: 2_000, serve: 10_000, buy: 45_000 };
type Depth = keyof typeof DEADLINES;

/** `refused` is definite; a provider that is down or late is `unknown`. */
export type Verdict = 'served' | 'refused' | 'unknown';

type Call = (signal: AbortSignal) => Promise<unknown>;

interface QuestionOptions {
  /** How long a verdict is cached, ms. */
  freshFor?: number;
  /** Once it aborts, every call rejects with its reason. */
  closing?: AbortSignal;
}

/** Callers share a call under way; one that hangs is not repeated before it has ended. */
export function openQuestion(
  asked: string,
  depth: Depth,
  call: Call,
  { freshFor = 0, closing }: QuestionOptions = {},
): () => Promise<Verdict> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let verdict = Promise.resolve<Verdict>('unknown');

  async function ask(signal: AbortSignal): Promise<Verdict> {
    isAsking = true;
    askedAt = performance.now();
    try {
      await call(signal);
      return 'served';
    } catch (error) {
      closing?.throwIfAborted();
      log.warn({ err: error, asked, depth }, 'a probe failed');
      const isPassing = !(error instanceof ProviderFailure) || error.passing;
      return isPassing ? 'unknown' : 'refused';
    } finally {
      isAsking = false;
    }
  }

  return async () => {
    const late = AbortSignal.timeout(DEADLINES[depth]);
    const signal = closing ? AbortSignal.any([closing, late]) : late;
    if (!isAsking && performance.now() - askedAt >= freshFor) verdict = ask(signal);
    try {
      return await unlessAborted(verdict, signal);
    } catch {
      closing?.throwIfAborted();
      return 'unknown';
    }
  };
}

/** A provider without a call counts as served; one without `buy` is asked to `serve` instead. */
export type Questions = Record<Watched, { serve?: Call; buy?: Call }>;

type Ask = (provider: Watched, depth: 'serve' | 'buy') => Promise<Verdict>;

export function openAsk(questions: Questions, closing: AbortSignal): Ask {
  const opened = new Map<Call, () => Promise<Verdict>>();
  return async (provider, depth) => {
    const { serve, buy } = questions[provider];
    const call = depth === 'buy' ? (buy ?? serve) : serve;
    if (!call) return 'served';
    const own = call === buy ? 'buy' : 'serve';
    const question = opened.get(call) ?? openQuestion(provider, own, call, { closing });
    opened.set(call, question);
    return question();
  };
}
