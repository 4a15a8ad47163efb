import { spokenForm } from '../../../server/sound/speech/spokenForm.ts';
import { sentencesOf } from '../../../server/writing/script/repetition.ts';
import { paraphrase } from '../../../standins/openai/paraphrase.ts';
import type { CheckedLine, ReceiptsEpisode, Telling } from './episode.ts';

type Plant = Extract<Telling, { kind: 'plant' }>;

/**
 * The fate of a false line. `spoken` reached speech. `code` and `judge` were refused, with and
 * without a mark of the product's code. The others prove nothing about the reader: `passed` came
 * through and then found no time, and `unread` never came to it, because its section was full.
 */
export interface PlantFate {
  plant: Plant;
  fate: 'spoken' | 'code' | 'judge' | 'passed' | 'unread';
  check: CheckedLine | null;
}

export function plantFates(
  episode: Pick<ReceiptsEpisode, 'tellings' | 'checks' | 'lines' | 'speech'>,
): PlantFate[] {
  const speech = bare(spokenForm(episode.speech));
  return episode.tellings
    .filter((one) => one.kind === 'plant')
    .map((plant) => {
      const words = falseWords(plant);
      // A reaction may be a piece of it too ("Really?"), so the whole line tells how it was read.
      const whole = episode.checks.filter((line) => holds(line.text, words));
      const read = whole.length ? whole : episode.checks.filter((line) => isOf(words, line.text));
      const check = read.find(isRefused) ?? read[0] ?? null;
      const isSpoken = isSaid(words, episode) || speech.includes(bare(spokenForm(words)));
      return { plant, fate: isSpoken ? 'spoken' : refusedBy(check), check };
    });
}

function refusedBy(check: CheckedLine | null): PlantFate['fate'] {
  if (!check) return 'unread';
  if (!isRefused(check)) return 'passed';
  return check.marks.length ? 'code' : 'judge';
}

/** The false part of a plant, without what leads up to it and what is true all the same. */
function falseWords({ text, truth }: Plant): string {
  const true_ = new Set(sentencesOf(truth).map(bare));
  return sentencesOf(text)
    .filter((sentence) => !true_.has(bare(sentence)))
    .join(' ');
}

/**
 * The fate of a true line. Only `lost` is the reader's loss: the line was refused, and neither its
 * words nor their rewrite were said. `passed` and `unread` are as for false lines.
 */
export interface TruthFate {
  words: string;
  fate: 'spoken' | 'lost' | 'passed' | 'unread';
  /** How it was read; if it was ever refused, that reading. */
  check: CheckedLine | null;
}

/** Returns one fate for each true fact that was told, however often it was written. */
export function truthFates(
  episode: Pick<ReceiptsEpisode, 'tellings' | 'checks' | 'lines' | 'facts'>,
): TruthFate[] {
  const { tellings, checks, facts } = episode;
  const told = new Set(tellings.flatMap((one) => (one.kind === 'told' ? [one.fact] : [])));
  return facts
    .filter(({ number }) => told.has(number))
    .map((fact): TruthFate => {
      const words = paraphrase(fact.text);
      const looked = checks.filter(
        ({ text, quotes }) => isOf(words, text) && quotes.includes(fact.quote),
      );
      const check = looked.find(isRefused) ?? looked[0] ?? null;
      const rewrites = looked.flatMap(({ objection }) => objection?.rewrite ?? []);
      if ([words, fact.text, ...rewrites].some((said) => isSaid(said, episode))) {
        return { words, fate: 'spoken', check };
      }
      if (!check) return { words, fate: 'unread', check };
      return { words, fate: isRefused(check) ? 'lost' : 'passed', check };
    });
}

export const isRefused = ({ objection }: CheckedLine) => objection !== null;

/** Only letters and digits, between spaces, so that two texts can be compared. */
function bare(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

export const holds = (text: string, part: string) => bare(text).includes(bare(part));

/** Whether one is a piece of the other: long lines are read, and spoken, in pieces. */
const isOf = (words: string, text: string) => holds(text, words) || holds(words, text);

/** Whether these words are said anywhere, also across lines: a long line is spoken in pieces. */
const isSaid = (words: string, { lines }: Pick<ReceiptsEpisode, 'lines'>): boolean =>
  holds(lines.map(({ text }) => text).join(' '), words);
