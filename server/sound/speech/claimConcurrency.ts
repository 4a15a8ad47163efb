import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../../base/kit/log.ts';
import type { Limiter } from './concurrencyLimiter.ts';
import type { Shares } from './speech.ts';

/** ms between two claims while there is work. */
const AGAIN = 1_000;

/**
 * Keeps the limiter at our share while there are calls; call the result whenever there is work.
 * Until the first claim is answered one call may be made; while claims fail, the last share stays.
 */
export function claimWhileBusy(limiter: Limiter, shares: Shares): () => void {
  let busy = false;
  limiter.setShare({ mine: 1, of: limiter.learnt });

  async function keep(): Promise<void> {
    do {
      while (limiter.episodes) {
        await attempt(async () => {
          limiter.setShare(await shares.claim(limiter.episodes, limiter.learnt));
        });
        await pause(AGAIN, undefined, { ref: false });
      }
      // Other processes may have started by the time there is work again.
      limiter.setShare({ mine: 1, of: limiter.learnt });
      await attempt(() => shares.release());
    } while (limiter.episodes);
    busy = false;
  }

  return () => {
    if (busy) return;
    busy = true;
    void keep();
  };
}

async function attempt(what: () => Promise<void>): Promise<void> {
  await what().catch((error) => log.warn({ err: error }, 'the account could not be divided'));
}
