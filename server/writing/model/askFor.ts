import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import type { Question } from '../prompts/question.ts';
import type { Correction, Model } from './asking.ts';
import { broken } from './modelFailures.ts';
import { againAfter } from './watch.ts';

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
