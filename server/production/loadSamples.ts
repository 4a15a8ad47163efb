import type { Speaker } from '#shared/script.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import type { ProductionTools, Sample } from './episodeRun.ts';

/** A few seconds of both voices. */
export async function loadSamples(
  { podcast }: LeasedEpisode,
  { sample }: ProductionTools,
  signal: AbortSignal,
): Promise<Record<Speaker, Sample>> {
  const [A, B] = await Promise.all([
    sample(podcast.voice1Id, podcast.voice1Name, signal),
    sample(podcast.voice2Id, podcast.voice2Name, signal),
  ]);
  return { A, B };
}
