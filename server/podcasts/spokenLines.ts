import type { SpokenLines } from '#shared/episode.ts';
import type { LineRow, PodcastRow } from './lease.ts';
import { hostOf } from './present.ts';

/** The lines spoken so far, in order. One that is in no stored part yet has no place on the timeline. */
export function presentSpokenLines(row: PodcastRow, lines: LineRow[]): SpokenLines {
  return {
    version: '1.0.0',
    lines: lines
      .filter(({ state }) => state === 'spoken')
      .map(({ speaker, text, startMilliseconds, milliseconds }) => {
        const start = startMilliseconds === null ? null : startMilliseconds / 1000;
        return {
          side: speaker,
          speaker: hostOf(row, speaker),
          body: text,
          startTime: start,
          endTime: start === null || milliseconds === null ? null : start + milliseconds / 1000,
        };
      }),
  };
}
