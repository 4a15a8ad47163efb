import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedEpisode } from '../episodes/log/lease.ts';
import type { Opening } from '../writing/script/scriptWriter.ts';
import type { ProductionTools } from './run/episodeRun.ts';

const POLL_EVERY = 250;
/** Longest wait for a preview, ms: longer than a preview may take. */
const LONGEST_WAIT = 90_000;

/** Waits for a preview that is still being made, so that none of its lines is bought twice. */
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

export function openingOf({ podcast, lines }: LeasedEpisode): Opening | null {
  if (podcast.outline || !lines.length) return null;
  return { title: podcast.title, lines: lines.map(({ speaker, text }) => `${speaker}: ${text}`) };
}
