import type { Line } from './badHabits.ts';
import { type Choice, choose, coldTitle, isTopicRead, readOut, TYPED } from './demo.ts';
import {
  type BasedLine,
  type Passage,
  resting,
  type Telling,
  untold,
  type WritingOptions,
  writeOnFacts,
} from './onFacts.ts';
import { plainSection, plainTitle } from './plain.ts';
import { plainOnFacts } from './plainOnFacts.ts';
import { nextLines } from './replay.ts';
import { goingOn, hasSaid, isByA, withoutSpeaker } from './said.ts';
import { wordsIn } from './scripts.ts';
import type { Spec } from './spec.ts';

/*
 * Written before anybody knows what will be read for the episode. It claims only what the request's
 * facts say; any script or facts go on from it.
 */

/** Words of a cold open, and the number of facts in it. */
const WORDS = { least: 65, most: 95 };
const FACTS = 2;
/** Characters of a topic that is read out. */
const LONGEST_TOPIC = 120;

const HOOK = [
  "It looks easy, doesn't it? You read it once, and you think you've got the answer already.",
  "And then you try to say it aloud, and there's nothing there.",
  'So what is it that nobody quite manages to say?',
  "I'd look first at what we only believe we know. That's usually where the trouble's been hiding.",
];
const AFTER_FACTS = [
  "I'd have guessed something else altogether, and I'd have been quite sure of it.",
  'So would I. What else have we been sure of, then?',
  "That's what I'd like to go through, bit by bit, and see what's left standing.",
  "And if there's less of it left than we'd like?",
];

/** If the cold open was begun, returns only the lines that are left. */
export function coldOpen(
  spec: Spec,
  seed: string,
  { writer, attempt }: { writer: 'scripts' | 'plain'; attempt: number },
): { title: string; lines: Line[]; tellings: Telling[] } {
  const choice = writer === 'scripts' ? choose(spec, seed) : null;
  const title = choice ? coldTitle(choice, spec) : plainTitle(spec);
  if (!spec.facts.length) {
    const lines = choice ? hook(choice, spec) : plainSection(spec, seed, spec.words);
    return { title, lines, tellings: [] };
  }
  const options = { seed, attempt, plants: 0, words: spec.words };
  const use = spec.facts.slice(0, FACTS).map(({ fact }) => fact);
  return { title, ...(choice ? onFacts(spec, options) : plainOnFacts({ ...spec, use }, options)) };
}

function hook({ script, isOnTopic }: Choice, spec: Spec): Line[] {
  const lines = inTurn([TYPED, readOut(spec.topic, LONGEST_TOPIC), ...HOOK], 'A');
  const written = lines.map((line) => ({ ...line, delivery: [], isOver: false, answers: [] }));
  const beat = isOnTopic ? script.coldOpen : written;
  return nextLines([beat], spec, wordsIn(beat)) ?? [];
}

function onFacts(spec: Spec, options: WritingOptions): Passage {
  const read = [TYPED, readOut(spec.topic, LONGEST_TOPIC)];
  const lead = isTopicRead(spec) ? [] : resting(inTurn(read, 'A'), 'none');
  const begun = goingOn(spec, lead);
  const told = writeOnFacts(untold(spec).slice(0, FACTS), begun, {
    ...options,
    words: WORDS.most - saidIn(begun),
    above: 0,
  });
  const rest: BasedLine[] = [];
  for (const text of AFTER_FACTS) {
    const now = goingOn(begun, [...told.lines, ...rest]);
    if (saidIn(now) >= WORDS.least) break;
    const speaker = isByA(now.said.at(-1)) ? 'B' : 'A';
    if (!hasSaid(now, text)) rest.push({ speaker, text, basis: 'doubt', facts: [] });
  }
  return { ...told, lines: [...lead, ...told.lines, ...rest] };
}

const saidIn = ({ said }: Spec) =>
  wordsIn(said.map((line) => ({ speaker: 'A', text: withoutSpeaker(line) })));

function inTurn(texts: string[], first: Line['speaker']): Line[] {
  const second = first === 'A' ? 'B' : 'A';
  return texts.map((text, at) => ({ speaker: at % 2 ? second : first, text }));
}
