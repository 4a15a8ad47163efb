import { ProviderFailure } from '../../base/kit/provider.ts';
import { pauseAfter } from '../../base/kit/retry.ts';
import type { Reader } from './askFor.ts';
import { againAfter } from './watch.ts';

/** Requests for one text, successful or not. */
const MOST_REQUESTS = 8;

/** A text that is written piece by piece. */
interface Writing<T> {
  /** The answer to a request that says why it is made `again`. It goes on from `given`, which grows meanwhile. */
  answer(given: T[], again: string | null): AsyncGenerator<T, void>;
  /**
   * Whether the pieces will do after this failure. `fruitless` requests in a row have brought none, and
   * `isOver` says that no other is made.
   */
  isEnough(
    given: T[],
    failure: ProviderFailure,
    tried: { fruitless: number; isOver: boolean },
  ): boolean;
}

/**
 * Yields the pieces of a text as they are written. After a broken stream the next request continues from
 * the last of them; requests that bring none count against `policy.attempts`. Throws `ProviderFailure`
 * after the pieces that did arrive.
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
      // An error of ours: the same question would only buy the same answer again.
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
