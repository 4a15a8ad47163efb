import { greets } from '../../server/writing/script/cleanLines.ts';
import { sentencesOf } from '../../server/writing/script/repetition.ts';
import type { TimedLine } from './episode.ts';

export interface TimedSentence {
  speaker: TimedLine['speaker'];
  text: string;
  /** Seconds, estimated from the sentence's place among the characters of its line. */
  start: number;
}

export function timedSentences(lines: TimedLine[]): TimedSentence[] {
  return lines.flatMap(({ speaker, text, start, end }) => {
    let at = 0;
    return sentencesOf(text).map((sentence) => {
      const before = at / Math.max(1, text.length);
      at += sentence.length + 1;
      return { speaker, text: sentence, start: start + before * (end - start) };
    });
  });
}

const SELF = /^(?:and )?(?:i'm|i am|my name is|this is|with me is|here with me is)\b/i;

export const isCourtesy = (sentence: string) => greets(sentence) || SELF.test(sentence);
