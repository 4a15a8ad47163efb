import { broken } from '../openai/failures.ts';
import { type RetryPolicy, retry } from '../retry.ts';
import type { Correction, Model } from './asking.ts';
import type { Question } from './question.ts';

export interface Reader {
  model: Model;
  policy: RetryPolicy;
  signal: AbortSignal;
}

/** What an answer says, or what is wrong with it. */
export type Fitting<T> = { value: T } | { fault: string };

/** How often an answer that does not fit is sent back with the reason. */
const CORRECTIONS = 2;

/**
 * Asks until the answer fits, and says what was wrong with one that does not. `read` may throw a
 * `ProviderFailure` of its own, as for a refusal. Throws `ProviderFailure`.
 */
export async function askFor<T>(
  { model, policy, signal }: Reader,
  question: Question,
  read: (reply: string) => Fitting<T>,
  most = CORRECTIONS,
): Promise<T> {
  const corrections: Correction[] = [];
  for (;;) {
    const { reply, found } = await retry(policy, signal, async () => {
      const reply = await model.ask(question, corrections, signal);
      return { reply, found: read(reply) };
    });
    if ('value' in found) return found.value;
    if (corrections.length >= most) {
      throw broken(`the answer is not what was asked for: ${found.fault}`);
    }
    corrections.push({ reply, reason: found.fault });
  }
}
