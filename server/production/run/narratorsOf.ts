import type { Speaker } from '#shared/script.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { RecordingRun } from './episodeRun.ts';

type Run = Pick<RecordingRun, 'work' | 'narratorOf'>;

export function narratorsOf({ work: { podcast }, narratorOf }: Run): Record<Speaker, Narrator> {
  return { A: narratorOf(podcast.voice1Id), B: narratorOf(podcast.voice2Id) };
}

/** Null where the episode is spoken line by line: one provider alone can perform a take. */
export function longestTakeOf(run: Run): number | null {
  const { A, B } = narratorsOf(run);
  return A.provider === B.provider ? A.longestTake : null;
}
