import type { Speaker } from '#shared/script.ts';
import { greets, saysGoodbye } from '../../server/writing/script/cleanLines.ts';
import type { TimedSentence } from './sentences.ts';

export interface Courtesies {
  greetings: Record<Speaker, number>;
  goodbyes: Record<Speaker, number>;
}

/** Uses the product's own test for a greeting and a goodbye; several in a row count as one. */
export function courtesiesOf(sentences: TimedSentence[]): Courtesies {
  const count = (holds: (text: string) => boolean) => {
    const found = { A: 0, B: 0 };
    let before = -1;
    for (const [index, { speaker, text }] of sentences.entries()) {
      if (!holds(text)) continue;
      // "Hello! Good evening, everybody." is one greeting.
      if (index !== before + 1 || sentences[before]?.speaker !== speaker) found[speaker]++;
      before = index;
    }
    return found;
  };
  return {
    greetings: count(greets),
    goodbyes: count(saysGoodbye),
  };
}

export const isOnce = ({ A, B }: Record<Speaker, number>) => A + B > 0 && A < 2 && B < 2;
