import { hash } from '../chance.ts';
import type { Beat, Side, Turn } from './bank.ts';
import { type Topic, upperFirst } from './topic.ts';

/** What the slots of the bank are filled with. */
export interface Filling {
  topic: Topic;
  hosts: Record<Side, string>;
  /** The title of the section being written. */
  section: string;
}

/** Whether everything that this beat speaks of is there. */
export function isFillable(beat: Beat, topic: Topic): boolean {
  const isLonger = topic.clause === null && topic.word !== null && topic.full !== topic.things[0];
  const has: Record<string, boolean> = {
    word: topic.word !== null,
    other: topic.other !== null,
    question: topic.question !== null,
    clause: topic.clause !== null,
    why: topic.clause?.startsWith('why ') === true,
    whole: isLonger,
  };
  return beat.every(({ text }) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => has[name] ?? true),
  );
}

/**
 * The words of one turn: `{thing}` and its like become what the topic gives, `[is|are]` becomes
 * what agrees with it. The same turn always gives the same words, so that a later request can tell
 * what has been said.
 */
export function fillText(text: string, side: Side, filling: Filling): string {
  const { topic, hosts, section } = filling;
  // What must agree with the topic names it plainly: the other names are all singular.
  const turn = text.includes('|') ? 0 : hash(text) % topic.things.length;
  const thing = topic.things[turn] ?? 'this';
  const slots: Record<string, string> = {
    topic: topic.full,
    thing,
    word: topic.word ?? thing,
    other: topic.other ?? 'the rest',
    whole: topic.full,
    question: topic.question ?? '',
    clause: topic.clause ?? topic.full,
    why: topic.clause ?? topic.full,
    section: section.replace(/[.?!]+$/, ''),
    me: hosts[side],
    you: hosts[side === 'A' ? 'B' : 'A'],
  };
  return text
    .replace(/\[([^|\]]*)\|([^\]]*)\]/g, topic.plural ? '$2' : '$1')
    .replace(
      /(^|[.?!]["']? +|^["'])?\{(\w+)\}/g,
      (whole, start: string | undefined, name: string) => {
        const filled = slots[name];
        if (filled === undefined) return whole;
        return start === undefined ? filled : start + upperFirst(filled);
      },
    );
}

/** A beat with its slots filled; `swapped` gives each turn to the other host. */
export function fillBeat(beat: Beat, swapped: boolean, filling: Filling): Turn[] {
  return beat.map(({ side, text }) => {
    const speaker = swapped ? (side === 'A' ? 'B' : 'A') : side;
    return { side: speaker, text: fillText(text, speaker, filling) };
  });
}
