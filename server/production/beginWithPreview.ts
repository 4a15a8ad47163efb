import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedEpisode } from '../episodes/log/lease.ts';
import type { Opening } from '../writing/script/scriptWriter.ts';
import type { ProductionTools } from './run/episodeRun.ts';

/** How often a preview is looked at that is still being made. */
const POLL_EVERY = 250;
/** How long a paid episode waits for it at most, ms: longer than a preview may take. */
const LONGEST_WAIT = 90_000;

/**
 * The episode with the beginning that its buyer has heard. A preview that was still being made when it was
 * paid is awaited, so that none of its lines is bought twice.
 */
export async function beginWithPreview(
  work: LeasedEpisode,
  { adoptPreview, episodeLog, pace }: ProductionTools,
  signal: AbortSignal,
): Promise<LeasedEpisode> {
  const { podcast, lines } = work;
  if (podcast.previewId === null || podcast.outline || podcast.plan || lines.length) return work;
  const until = performance.now() + LONGEST_WAIT;
  while (!(await adoptPreview(podcast.id)) && performance.now() < until) {
    await pause(POLL_EVERY * pace, undefined, { signal });
  }
  return episodeLog.reread(work);
}

/** What an episode begins with before it has an outline: the title and lines of its preview. */
export function openingOf({ podcast, lines }: LeasedEpisode): Opening | null {
  if (podcast.outline || !lines.length) return null;
  return { title: podcast.title, lines: lines.map(({ speaker, text }) => `${speaker}: ${text}`) };
}
