import { askAgain } from './askedAgain.ts';
import type { Line } from './badHabits.ts';
import { withClaimlessGoodbye } from './claimless.ts';
import { type Choice, hasWords, isTopicRead, spokenTopic, subjectOf } from './demo.ts';
import { excerpts, haveBegun } from './excerpts.ts';
import {
  type BasedLine,
  type Passage,
  resting,
  untold,
  type WritingOptions,
  writeOnFacts,
} from './onFacts.ts';
import { isOwnSection, partOf } from './parts.ts';
import { scriptLines } from './replay.ts';
import { goingOn, hasSaid, isByA } from './said.ts';
import { wordsIn } from './scripts.ts';
import { type Spec, sectionsOf } from './spec.ts';

/** Words by which the last fact may exceed what was asked for: half of a fact. */
const HALF = 15;

/**
 * Facts first, this section's before others, then the same as questions, then a script. A part that
 * is over leaves its time to the next one, so that each begins with its section.
 */
export function demoOnFacts(choice: Choice, spec: Spec, options: WritingOptions): Passage {
  const { words } = options;
  if (spec.place === 'closing') return { lines: closing(choice, spec, words), tellings: [] };
  const begin = spec.place === 'opening' && !hasSaid(spec, STUDIO) ? greeting(choice, spec) : [];
  const begun = goingOn(spec, begin);
  const open = untold(spec);
  const planned = open.filter(({ fact }) => spec.use.includes(fact));
  const facts = [...planned, ...open.filter((fact) => !planned.includes(fact))];
  const room = words - wordsIn(begin);
  const told = writeOnFacts(facts, begun, { ...options, words: room, above: HALF });
  const lines = [...begin, ...told.lines];
  if (told.tellings.length < facts.length) return { ...told, lines };
  const part = partOf(spec);
  // Once all parts are over, a request must still get lines.
  const isLast = haveBegun(spec) || (spec.section?.index ?? 0) >= sectionsOf(spec) - 2;
  if (part === 'again' || (part === 'read' && isLast)) {
    lines.push(...askAgain(goingOn(spec, lines), words - wordsIn(lines)));
  }
  if (part === null || part === 'own' || isLast) {
    const rest = excerpts(choice, goingOn(spec, lines), words - wordsIn(lines));
    lines.push(...resting(rest, 'none'));
  }
  return { ...told, lines };
}

const STUDIO = 'and this is the demo studio';

/** After a cold open the other host begins, and the topic is not read again. */
function greeting(choice: Choice, spec: Spec): BasedLine[] {
  const { hosts, topic, said } = spec;
  const [a, b] = isByA(said.at(-1)) ? (['B', 'A'] as const) : (['A', 'B'] as const);
  const hello = { speaker: a, text: `Hello, I'm ${hosts[a]}, ${STUDIO}.` };
  const read = [
    "We've read up on that, so here's what we found.",
    partOf(spec) && 'Then we go through it once more, as questions and answers.',
    spec.plan.some((section) => isOwnSection(section)) &&
      `And what time is left is one of our own: ${subjectOf(choice.script)}.`,
  ]
    .filter(Boolean)
    .join(' ');
  if (isTopicRead(spec)) {
    return resting([hello, { speaker: b, text: `And I'm ${hosts[b]}. ${read}` }], 'none');
  }
  const lines: Line[] = [
    hello,
    { speaker: b, text: `And I'm ${hosts[b]}. Here's what somebody typed in.` },
    ...(hasWords(topic) ? [{ speaker: a, text: spokenTopic(topic) }] : []),
    { speaker: b, text: read },
  ];
  return resting(lines, 'none');
}

/** The last lines are always said, the others in this order as they fit. */
const FAREWELL = [
  "So that's what there was to read. I keep turning it over.",
  'Me too. Some of it I would have guessed, and some of it never.',
  'What stays with me is how much somebody had to look at before they could write it down.',
  "And how easily it could've been missed. Nobody was made to look.",
  'The sources are all beside this talk. If anything made you doubt, look it up there.',
  'Please do. We may have heard a thing or two wrongly.',
  'Then thanks for listening, and goodbye.',
  'Goodbye, and look after yourself.',
];
const GOODBYE = 2;

function closing(choice: Choice, spec: Spec, words: number): BasedLine[] {
  if (choice.isOnTopic && haveBegun(spec)) {
    const claimless = { ...choice, script: withClaimlessGoodbye(choice.script) };
    return resting(scriptLines(claimless, spec, words), 'none');
  }
  const farewell = FAREWELL.map((text, at): Line => ({ speaker: at % 2 ? 'B' : 'A', text }));
  const end = farewell.slice(-GOODBYE);
  const before = farewell.slice(0, -GOODBYE);
  while (before.length && wordsIn([...before, ...end]) > words) before.splice(-2);
  const left = [...before, ...end].filter(({ text }) => !hasSaid(spec, text));
  return resting(left, 'none');
}
