import type { Speaker } from '#shared/script.ts';
import { measureLoudness } from '../../server/sound/mix/measureLoudness.ts';
import type { SpokenLine } from '../episode.ts';
import { RATE } from '../sound.ts';
import { mean } from '../statistics.ts';

/** Shorter lines have no reliable loudness, s. */
const SHORTEST = 1;

/** How far each line is from its host's mean level, dB: as the voice spoke it, and in the file. */
export interface Deviations {
  before: number[];
  after: number[];
  /** The difference between the two hosts' mean levels in the file, dB. */
  apart: number;
}

/**
 * `bought` has the loudness of each clip, LUFS; `sound` is the file at `RATE`. Overlapping lines
 * are left out, because in the file their level is that of two voices.
 */
export function deviationsOf(lines: SpokenLine[], bought: number[], sound: Int16Array): Deviations {
  const measured = lines.flatMap(({ speaker, start, end }, index) => {
    const isAlone =
      (lines[index - 1]?.end ?? 0) <= start && (lines[index + 1]?.start ?? end) >= end;
    const before = bought[index];
    if (!isAlone || before === undefined || end - start < SHORTEST) return [];
    const samples = sound.subarray(Math.round(start * RATE), Math.round(end * RATE));
    return [{ speaker, before, after: measureLoudness({ samples, sampleRate: RATE }) }];
  });
  const meanOf = (host: Speaker, of: 'before' | 'after') =>
    mean(measured.flatMap((line) => (line.speaker === host ? line[of] : [])));
  const about = (of: 'before' | 'after') => {
    const means = { A: meanOf('A', of), B: meanOf('B', of) };
    return measured.map((line) => line[of] - means[line.speaker]);
  };
  return {
    before: about('before'),
    after: about('after'),
    apart: Math.abs(meanOf('A', 'after') - meanOf('B', 'after')),
  };
}

export const spreadOf = (deviations: number[]) =>
  Math.sqrt(mean(deviations.map((value) => value ** 2)));
