import { isEnglish } from './english.ts';
import { titlesFor } from './planFacts.ts';
import { bare, wordsIn } from './scripts.ts';
import type { SourcedFact, Spec } from './spec.ts';

/*
 * The demo on facts: what was read, the same as questions and answers, and, if time is left, a
 * script. Each part has its own sections, whose titles show where a request is.
 */

const READ = 'What you brought';
const AGAIN = 'Now as questions';
const OWN = 'One of our own';
const LAST = 'What stays with us';
const GOALS = {
  read: 'Tells what was read, page by page, and has the other host doubt it and wonder at it, so that it is open what all of it comes to.',
  again:
    'Goes through what was read once more, as questions and answers, so that whoever listens finds out what stayed and what did not.',
  own: 'Goes on with what was written out beforehand, without whatever would need a source, for as long as there is any time left.',
  last: 'Says what stays with each of the hosts, how much of the talk rests on a source, and sends off whoever has listened to it.',
};

/** Words of a remark and what leads to a fact; words of a question with its answer. */
const AROUND = 13;
const ASKED = 24;
/** Words of the greeting and the goodbye. */
const ENDS = 75;
const WORDS_A_MINUTE = 150;
/** In words. */
const WORTH = 90;
/** A part that is over early leaves its time to the next; a short one would be cut. */
const ROOMY = 1.1;
/** Three parts and the goodbye. */
const FEWEST = 4;

/** The goodbye is last. Null if there are too few sections or no English facts. */
export function sectionsFor({ facts, minutes, sections }: Spec, subject: string) {
  const told = facts.filter(({ says }) => isEnglish(says));
  if (sections < FEWEST || !told.length) return null;
  const count = sections - 1;
  const all = minutes * WORDS_A_MINUTE - ENDS;
  const reading = ROOMY * (AROUND * told.length + wordsIn(told.map(asLine)));
  const asking = ROOMY * ASKED * told.length;
  const left = all - reading - asking;
  const isFull = left < WORTH;
  const share = (words: number, most: number) =>
    Math.max(1, Math.min(most, Math.round((count * words) / all)));
  const first = share(reading, count - (isFull ? 1 : 2));
  const second = isFull ? count - first : share(asking, count - first - 1);
  const third = count - first - second;
  const section = (title: string, goal: string, weight: number, own: SourcedFact[] = []) => ({
    title,
    goal,
    weight: Math.max(1, weight) / WORDS_A_MINUTE,
    facts: own.map(({ fact }) => fact),
  });
  const perSection = Math.ceil(facts.length / first);
  const grouped = [...Map.groupBy(facts, ({ from }) => from).values()].flat();
  const read = Array.from({ length: first }, (_, at) =>
    grouped.slice(at * perSection, (at + 1) * perSection),
  );
  const named = titlesFor(read);
  const spare = numbered(READ, first);
  return [
    ...read.map((own, at) =>
      section(named[at] ?? spare[at] ?? READ, GOALS.read, reading / first, own),
    ),
    ...numbered(AGAIN, second).map((title) =>
      section(title, GOALS.again, (isFull ? all - reading : asking) / second),
    ),
    ...numbered(`${OWN}: ${subject}`, third).map((title) =>
      section(title, GOALS.own, left / third),
    ),
    section(LAST, GOALS.last, ENDS),
  ];
}

const asLine = ({ says }: SourcedFact) => ({ speaker: 'A' as const, text: says });

const numbered = (title: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => (at ? `${title} (${at + 1})` : title));

/** Null in an outline without parts. */
export function partOf({ plan, section }: Spec): 'read' | 'again' | 'own' | null {
  const again = plan.findIndex(({ title }) => bare(title).startsWith(bare(AGAIN)));
  const own = plan.findIndex((one) => isOwnSection(one));
  const at = section?.index ?? 0;
  if (again < 0) return null;
  if (own >= 0 && at >= own) return 'own';
  return at >= again ? 'again' : 'read';
}

export const isOwnSection = ({ title }: { title: string }, subject = ''): boolean =>
  bare(title).startsWith(bare(`${OWN}: ${subject}`));
