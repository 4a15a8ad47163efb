import { log } from './log.ts';
import { ProviderFailure } from './provider.ts';

/** The last fault in the log: the same line comes by several times. */
let last = '';

/**
 * If our code throws on a text that a model wrote, the text stands `asWritten` and the fault is
 * logged as ours: no episode ends by it. A `ProviderFailure` is thrown on.
 */
export function guarded<T>(step: string, text: string, work: () => T, asWritten: T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    const line = text.slice(0, 400);
    const isKnown = last === `${step} ${line}`;
    last = `${step} ${line}`;
    if (!isKnown) log.error({ err: error, step, line }, 'our code threw: the text stands as it is');
    return asWritten;
  }
}
