import type { Speaker } from '#shared/script.ts';
import type { LeasedEpisode } from '../../episodes/log/lease.ts';
import type { ProductionTools, Sample } from './episodeRun.ts';

/** Loads both voices' samples at the higher rate of the two, at which the episode is mixed. */
export async function loadSamples(
  { podcast }: LeasedEpisode,
  { sample, audio }: Pick<ProductionTools, 'sample' | 'audio'>,
  signal: AbortSignal,
): Promise<Record<Speaker, Sample>> {
  const [A, B] = await Promise.all([
    sample(podcast.voice1Id, podcast.voice1Name, signal),
    sample(podcast.voice2Id, podcast.voice2Name, signal),
  ]);
  const sampleRate = Math.max(A.clip.sampleRate, B.clip.sampleRate);
  const atThatRate = async ({ clip, characters }: Sample) => ({
    clip: await audio.resample(clip, { sampleRate, signal }),
    characters,
  });
  return { A: await atThatRate(A), B: await atThatRate(B) };
}
