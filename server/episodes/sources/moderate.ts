import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Moderator } from '../../writing/script/scriptWriter.ts';

/** Characters moderated together, and those that two pieces share, so that no sentence is cut. */
const PIECE = 8_000;
const OVERLAP = 300;
/** Somebody is waiting for the reply, ms. */
const DEADLINE = 10_000;

/** Without a verdict the source is taken: each line is moderated before it is spoken. */
export async function isRefused(by: Moderator, text: string, gone: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(DEADLINE)]);
  try {
    for (let at = 0; at < text.length; at += PIECE - OVERLAP) {
      const piece = text.slice(at, at + PIECE).toWellFormed();
      if ((await by.moderate(piece, signal)) === 'refused') return true;
    }
  } catch (error) {
    gone.throwIfAborted();
    if (!(error instanceof ProviderFailure) && !signal.aborted) throw error;
    log.warn({ err: error }, 'a source was taken without a look at all of it');
  }
  return false;
}
