import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../base/kit/log.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { failEpisode } from '../episodes/delivery/finish.ts';
import { LeaseLost } from '../episodes/log/lease.ts';
import { MixRefused } from './mix/mixEpisode.ts';
import { produceEpisode } from './produceEpisode.ts';
import { producePreview } from './producePreview.ts';
import type { Attempt, ProductionTools } from './run/episodeRun.ts';
import { isOfDatabase, isOfMachine } from './run/failureCause.ts';
import { meterProviders } from './run/meteredProviders.ts';
import { rejectionIn, waitAfter } from './run/waitOutOutage.ts';

/** An episode is given up after this many failures of its own without progress in between. */
export const MAX_FAILURES = 8;

/** This machine cannot produce the episode: its job goes back for another instance. */
class HandBack extends Error {}

/**
 * Rejects when this instance has to hand the job back: the signal aborted, or the machine is unfit.
 * A crash costs nothing, because the next worker reads the episode log.
 */
export async function runEpisode(
  podcastId: number,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const work = await tools.episodeLog.acquire(podcastId);
  if (!work) return;
  const attempt = { ...tools, work, signal };
  if (work.podcast.status === 'preview') return producePreview(attempt);
  try {
    await produceUntilDone(meterProviders(attempt));
    await tools.outbox.deliver();
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log.info({ podcast: podcastId }, 'another worker has taken over');
  }
}

async function produceUntilDone(attempt: Attempt): Promise<void> {
  const { work, episodeLog, storage, pace, signal } = attempt;
  let current = work;
  for (let failures = 0; ; failures++) {
    try {
      return await produceEpisode({ ...attempt, work: current });
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      signal.throwIfAborted();
      log.error({ err: error, podcast: work.podcast.id }, 'production failed');
      attempt.onFailure?.(error);
      const reason = await reasonToGiveUp(error, attempt);
      if (reason) {
        await failEpisode(attempt, work, reason);
        // Links to the parts were handed out. If this fails, `removeOldParts` removes them later.
        await episodeLog.removeParts(work, storage).catch((err: unknown) => {
          log.warn({ err, podcast: work.podcast.id }, 'a failed episode still has parts');
        });
        return;
      }
      await pause(waitAfter(error, failures) * pace, undefined, { signal });
    }
    current = await episodeLog.reread(work);
  }
}

/** Null to try again. Outages and faults of this machine or the database do not count. */
async function reasonToGiveUp(
  error: unknown,
  { work, checkMachine, episodeLog }: Attempt,
): Promise<string | null> {
  const rejection = rejectionIn(error);
  if (rejection) return rejection;
  if (error instanceof MixRefused) return 'The sound didn’t come out right.';
  if (!(error instanceof ProviderFailure)) {
    if (isOfDatabase(error)) return null;
    if (!(await checkMachine())) throw new HandBack('handed back', { cause: error });
    if (isOfMachine(error)) return null;
  }
  const failures = await episodeLog.countFailure(work);
  if (failures < MAX_FAILURES) return null;
  const isOurs = !(error instanceof ProviderFailure);
  return isOurs ? 'Something on our side kept failing.' : 'A service we depend on kept failing.';
}
