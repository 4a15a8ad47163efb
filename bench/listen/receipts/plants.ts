import { spokenForm } from '../../../server/sound/speech/spokenForm.ts';
import type { CheckedLine, ReceiptsEpisode, Telling } from './episode.ts';
import { bare, falseWords, holds, isOf, isSaid } from './spoken.ts';

type Plant = Extract<Telling, { kind: 'plant' }>;

/**
 * The fate of a false line. `spoken` reached speech. `code` and `judge` were refused, with and
 * without a mark of the product's code. The others prove nothing about the reader: `passed` came
 * through and then found no time, and `unread` never came to it, because its section was full.
 */
export interface PlantFate {
  plant: Plant;
  fate: 'spoken' | 'code' | 'judge' | 'passed' | 'unread';
  isRewritten: boolean;
  check: CheckedLine | null;
}

type Read = Pick<ReceiptsEpisode, 'tellings' | 'checks' | 'lines' | 'speech'>;

export function plantFates(episode: Read): PlantFate[] {
  const plants = episode.tellings.filter((one) => one.kind === 'plant');
  return plants.map((plant) => fateOf(plant, episode, bare(spokenForm(episode.speech))));
}

function fateOf(plant: Plant, episode: Read, speech: string): PlantFate {
  const words = falseWords(plant);
  // A reaction may be a piece of it too ("Really?"), so the whole line tells how it was read.
  const whole = episode.checks.filter((line) => holds(line.text, words));
  const read = whole.length ? whole : episode.checks.filter((line) => isOf(words, line.text));
  const check = read.find(isRefused) ?? read[0] ?? null;
  const isSpoken = isSaid(words, episode) || speech.includes(bare(spokenForm(words)));
  const rewrite = check?.objection?.rewrite;
  const isRewritten = !isSpoken && Boolean(rewrite && isSaid(rewrite, episode));
  return { plant, fate: isSpoken ? 'spoken' : refusedBy(check), isRewritten, check };
}

export const isRefused = ({ objection }: CheckedLine) => objection !== null;

function refusedBy(check: CheckedLine | null): PlantFate['fate'] {
  if (!check) return 'unread';
  if (!isRefused(check)) return 'passed';
  return check.marks.length ? 'code' : 'judge';
}
