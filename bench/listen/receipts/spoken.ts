import { sentencesOf } from '../../../server/writing/script/repetition.ts';
import { paraphrase } from '../../../standins/openai/paraphrase.ts';
import type { ReadFact, ReceiptsEpisode, Telling } from './episode.ts';

type Said = Pick<ReceiptsEpisode, 'lines'>;

/** Letters and digits alone, between spaces: what two texts are compared by. */
export function bare(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}

/** Whether the words of `part` stand in `text` in a row. */
export const holds = (text: string, part: string) => bare(text).includes(bare(part));

/** Whether one is the other or a piece of it: long lines are looked at, and spoken, in pieces. */
export const isOf = (words: string, text: string) => holds(text, words) || holds(words, text);

/** As the stand-in tells a fact. */
export const tellingOf = ({ text }: ReadFact) => paraphrase(text);

/** What is false in a plant, without what leads to it and without what would be true all the same. */
export function falseWords({ text, truth }: Extract<Telling, { kind: 'plant' }>): string {
  const true_ = new Set(sentencesOf(truth).map(bare));
  return sentencesOf(text)
    .filter((sentence) => !true_.has(bare(sentence)))
    .join(' ');
}

/** Whether these words are said anywhere, also across lines: a long one is spoken in pieces. */
export const isSaid = (words: string, { lines }: Said): boolean =>
  holds(lines.map(({ text }) => text).join(' '), words);
