import { ProviderFailure } from '../../base/kit/provider.ts';
import { pauseAfter, type RetryPolicy, retry } from '../../base/kit/retry.ts';
import type { Question } from '../prompts/question.ts';
import { broken } from './modelFailures.ts';
import { againAfter } from './watch.ts';

export interface Correction {
  reply: string;
  reason: string;
}

/** Asks the model one question, once. Throws only `ProviderFailure` or the signal's reason. */
export interface Model {
  ask(question: Question, corrections: Correction[], signal: AbortSignal): Promise<string>;
  /** The answer as it arrives. Ending early closes the connection. */
  stream(question: Question, signal: AbortSignal): AsyncGenerator<string, void>;
}

export interface Reader {
  model: Model;
  policy: RetryPolicy;
  signal: AbortSignal;
}

/** An answer with both is used if correcting it does not help. */
export type Fitting<T> = { value: T; fault?: string } | { fault: string };

const CORRECTIONS = 2;

/**
 * After a refusal, which `read` may throw, the next request says who asks. Throws
 * `ProviderFailure`.
 */
export async function askFor<T>(
  { model, policy, signal }: Reader,
  question: Question,
  read: (reply: string) => Fitting<T>,
  most = CORRECTIONS,
): Promise<T> {
  const corrections: Correction[] = [];
  let { data } = question;
  for (;;) {
    const { reply, found } = await retry(policy, signal, async () => {
      try {
        const reply = await model.ask({ ...question, data }, corrections, signal);
        return { reply, found: read(reply) };
      } catch (error) {
        const again = againAfter(error);
        if (again) data = [...question.data, { again }];
        throw error;
      }
    });
    const { fault: reason = '' } = found;
    const isLast = corrections.length >= most;
    const isFinal = !reason || isLast || corrections.some((earlier) => earlier.reason === reason);
    if ('value' in found && isFinal) return found.value;
    if (isLast) throw broken(`the answer is not what was asked for: ${reason}`);
    corrections.push({ reply, reason });
  }
}

/** Requests for one text, successful or not. */
const MOST_REQUESTS = 8;

interface Writing<T> {
  /** Goes on from `given`, which grows meanwhile. `again` says why there is another request. */
  answer(given: T[], again: string | null): AsyncGenerator<T, void>;
  /** `fruitless`: requests in a row without pieces. `isOver`: no other request follows. */
  isEnough(
    given: T[],
    failure: ProviderFailure,
    tried: { fruitless: number; isOver: boolean },
  ): boolean;
}

/**
 * After a broken stream the next request goes on from the last piece. Requests without pieces, and
 * refusals, count against `policy.attempts`. Throws `ProviderFailure` behind the last piece.
 */
export async function* streamWithRetries<T>(
  { policy, signal }: Reader,
  { answer, isEnough }: Writing<T>,
): AsyncGenerator<T, void> {
  const given: T[] = [];
  let again: string | null = null;
  let fruitless = 0;
  let declined = 0;
  for (let request = 1; ; request++) {
    const before = given.length;
    try {
      for await (const piece of answer(given, again)) {
        given.push(piece);
        yield piece;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      // Our own error: the same question would only buy the same answer again.
      if (!(error instanceof ProviderFailure)) throw error;
      fruitless = given.length > before ? 0 : fruitless + 1;
      again = againAfter(error) ?? (fruitless ? again : null);
      const count = error.trouble === 'rejected' ? ++declined : fruitless;
      const most = policy.attempts[error.trouble] ?? 0;
      const isOver = count >= most || request >= MOST_REQUESTS;
      if (isEnough(given, error, { fruitless, isOver })) return;
      if (isOver) throw error;
      await pauseAfter(error, Math.max(1, fruitless), policy, signal);
    }
  }
}
