import { spokenForm } from '../../../server/speech/spokenForm.ts';
import type { CheckedLine, ReadFact, ReceiptsEpisode, Telling } from './episode.ts';
import {
  bare,
  factsIn,
  falseWords,
  holds,
  isOf,
  isSaid,
  isSaidOnOthers,
  tellingOf,
} from './spoken.ts';

type Plant = Extract<Telling, { kind: 'plant' }>;

/**
 * What became of a false line. `spoken` reached speech. `code` and `judge` were refused by the product's
 * code and by the model alone. The rest proves nothing of the check: `passed` came through and then found
 * no time, and `unread` never came to it, because its section was full.
 */
export interface PlantFate {
  plant: Plant;
  fate: 'spoken' | 'code' | 'judge' | 'passed' | 'unread';
  /** Whether something else was said in its place. */
  isRewritten: boolean;
  /** How it was looked at, if it was. */
  check: CheckedLine | null;
}

type Read = Pick<ReceiptsEpisode, 'tellings' | 'checks' | 'lines' | 'facts' | 'speech'>;

/** The fate of every false line. */
export function plantFates(episode: Read): PlantFate[] {
  const plants = episode.tellings.filter((one) => one.kind === 'plant');
  return plants.map((plant) => fateOf(plant, episode, bare(spokenForm(episode.speech))));
}

function fateOf(plant: Plant, episode: Read, speech: string): PlantFate {
  const { checks } = episode;
  const words = falseWords(plant);
  // True words of which a line says that they stand elsewhere: false is only what they rest on.
  const own = words ? [] : factsIn(plant.truth, episode.facts);
  const [told] = own;
  const looked = told
    ? checks.filter((line) => holds(line.text, tellingOf(told)) && !rests(line, own))
    : checks.filter((line) => isOf(words, line.text));
  const check = looked.find(isRefused) ?? looked[0] ?? null;
  const isSpoken = told
    ? isSaidOnOthers(tellingOf(told), own, episode)
    : isSaid(words || plant.text, episode) ||
      speech.includes(bare(spokenForm(words || plant.text)));
  const rewrite = check?.objection?.rewrite;
  const isRewritten = !isSpoken && Boolean(rewrite && isSaid(rewrite, episode));
  return { plant, fate: isSpoken ? 'spoken' : refusedBy(check), isRewritten, check };
}

const rests = ({ quotes }: CheckedLine, facts: ReadFact[]) =>
  facts.some(({ quote }) => quotes.includes(quote));

export const isRefused = ({ fault, objection }: CheckedLine) =>
  fault !== null || objection !== null;

function refusedBy(check: CheckedLine | null): PlantFate['fate'] {
  if (!check) return 'unread';
  if (check.fault !== null) return 'code';
  return check.objection ? 'judge' : 'passed';
}
