import { log } from './log.ts';
import { ProviderFailure } from './provider.ts';

/** The last fault in the log: a line comes by several times. */
let last = '';

/**
 * What `work` makes of a text that a model wrote. Where code of ours throws on it, the text stands
 * `asWritten`, and the fault is logged as ours: it is no provider's, and no episode ends by it. A
 * `ProviderFailure` is thrown.
 */
export function guarded<T>(step: string, text: string, work: () => T, asWritten: T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    // Enough to repeat the fault.
    const line = text.slice(0, 400);
    const isKnown = last === `${step} ${line}`;
    last = `${step} ${line}`;
    if (!isKnown) log.error({ err: error, step, line }, 'our code threw: the text stands as it is');
    return asWritten;
  }
}
