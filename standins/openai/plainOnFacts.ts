import { type Passage, resting, untold, type WritingOptions, writeOnFacts } from './onFacts.ts';
import { plainGreeting, plainSection } from './plain.ts';
import { goingOn } from './said.ts';
import { wordsIn } from './scripts.ts';
import type { Spec } from './spec.ts';

/** In words. */
const ROOM = { question: 15, answer: 15, goodbye: 10, fact: 50 };

/** The first fact has precedence over the answers to the listener's questions. */
export function plainOnFacts(spec: Spec, options: WritingOptions): Passage {
  const { seed, words } = options;
  const begin = resting(plainGreeting(spec), 'none');
  const due = spec.owes.length * ROOM.question + (spec.place === 'closing' ? ROOM.goodbye : 0);
  const most = words - wordsIn(begin) - due;
  const room = Math.max(Math.min(most, ROOM.fact), most - spec.owes.length * ROOM.answer);
  const open = untold(spec).filter(({ fact }) => spec.use.includes(fact));
  const begun = goingOn(spec, begin);
  const told = writeOnFacts(open, begun, { ...options, words: room, above: 0 });
  const left = words - wordsIn([...begin, ...told.lines]);
  const rest = left > 0 ? plainSection(goingOn(begun, told.lines), seed, left) : [];
  return { ...told, lines: [...begin, ...told.lines, ...resting(rest, 'opinion')] };
}
