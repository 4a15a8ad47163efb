import { sentencesOf } from '../../../server/writing/script/repetition.ts';
import { paraphrase } from '../../../standins/openai/paraphrase.ts';
import type { ReadFact, ReceiptsEpisode, Telling } from './episode.ts';

type Said = Pick<ReceiptsEpisode, 'lines'>;

/** Only letters and digits, between spaces, so that two texts can be compared. */
export function bare(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

export const holds = (text: string, part: string) => bare(text).includes(bare(part));

/** Whether one is a piece of the other: long lines are read, and spoken, in pieces. */
export const isOf = (words: string, text: string) => holds(text, words) || holds(words, text);

export const tellingOf = ({ text }: ReadFact) => paraphrase(text);

/** The false part of a plant, without what leads up to it and what is true all the same. */
export function falseWords({ text, truth }: Extract<Telling, { kind: 'plant' }>): string {
  const true_ = new Set(sentencesOf(truth).map(bare));
  return sentencesOf(text)
    .filter((sentence) => !true_.has(bare(sentence)))
    .join(' ');
}

/** Whether these words are said anywhere, also across lines: a long line is spoken in pieces. */
export const isSaid = (words: string, { lines }: Said): boolean =>
  holds(lines.map(({ text }) => text).join(' '), words);
