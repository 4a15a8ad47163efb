import { ProviderFailure } from '../../base/kit/provider.ts';
import { pauseAfter } from '../../base/kit/retry.ts';
import type { Reader } from './askFor.ts';
import { againAfter } from './watch.ts';

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
