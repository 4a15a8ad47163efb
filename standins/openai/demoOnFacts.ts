import type { Line } from './badHabits.ts';
import { claimlessChoice, claimlessLines } from './claimless.ts';
import { type Choice, hasWords, SUBJECTS, spokenTopic } from './demo.ts';
import {
  type BasedLine,
  type Passage,
  resting,
  untold,
  type WritingOptions,
  writeOnFacts,
} from './onFacts.ts';
import { scriptLines } from './replay.ts';
import { goingOn, withoutSpeaker } from './said.ts';
import { bare, wordsIn } from './scripts.ts';
import { sourcedLine } from './sourcedLine.ts';
import type { Spec } from './spec.ts';

/** Words by which the last fact may exceed what was asked for: half of what one takes. */
const HALF = 15;
/** Words that are worth going on with a script for. */
const WORTH = 30;

const USED_UP = "That's all that our sources gave us.";

/**
 * The demo on facts: whatever is left of them, those of this section first, then its script. Where the
 * topic is not the script's and facts took all the time, nothing of the script is heard.
 */
export function demoOnFacts(choice: Choice, spec: Spec, options: WritingOptions): Passage {
  const { words } = options;
  if (spec.place === 'closing') return { lines: closing(choice, spec, words), tellings: [] };
  const begin = spec.place === 'opening' && !spec.said.length ? greeting(spec) : [];
  const begun = goingOn(spec, begin);
  const open = untold(spec);
  const planned = open.filter(({ fact }) => spec.use.includes(fact));
  const facts = [...planned, ...open.filter((fact) => !planned.includes(fact))];
  const room = words - wordsIn(begin);
  const told = writeOnFacts(facts, begun, { ...options, words: room, above: HALF });
  const lines = [...begin, ...told.lines];
  const left = words - wordsIn(lines);
  const isAll = told.tellings.length === facts.length;
  const rest = isAll && left >= WORTH ? onScript(choice, goingOn(spec, lines), left) : [];
  return { ...told, lines: [...lines, ...rest] };
}

function greeting({ hosts, topic }: Spec): BasedLine[] {
  const lines: Line[] = [
    { speaker: 'A', text: `Hello, I'm ${hosts.A}, and this is the demo studio.` },
    { speaker: 'B', text: `And I'm ${hosts.B}. Here's what somebody typed in.` },
    ...(hasWords(topic) ? [{ speaker: 'A' as const, text: spokenTopic(topic) }] : []),
    { speaker: 'B', text: "We've read up on that, so here's what we found." },
  ];
  return resting(lines, 'none');
}

const isUsedUp = ({ said }: Spec) =>
  said.some((line) => bare(withoutSpeaker(line)).includes(bare(USED_UP)));

/** What the demo says of the script that follows, once, and what the script says without claiming anything. */
function onScript(choice: Choice, spec: Spec, words: number): BasedLine[] {
  const notice = isUsedUp(spec) ? [] : usedUp(choice);
  const lines = claimlessLines(choice, goingOn(spec, notice), words - wordsIn(notice));
  if (!lines.length) return [];
  // The script's first speaker has not just spoken.
  const isTurned = lines[0]?.speaker === notice.at(-1)?.speaker;
  const turned = notice.map(({ speaker, text }): Line => {
    const other = speaker === 'A' ? 'B' : 'A';
    return { speaker: isTurned ? other : speaker, text };
  });
  return resting([...turned, ...lines], 'none');
}

function usedUp({ script, isOnTopic }: Choice): Line[] {
  const subject = SUBJECTS[script.slug] ?? script.topic;
  const instead = `So the demo studio goes on with another subject, written out beforehand. ${subject}`;
  const same = 'So we go on with what the demo studio had written out beforehand.';
  return [
    { speaker: 'A', text: USED_UP },
    { speaker: 'B', text: isOnTopic ? same : instead },
  ];
}

/** In this order there is a goodbye of any length: the last ones always, the others as they fit. */
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
  const sourced = sourcedLine(spec);
  const rest = words - wordsIn(sourced);
  if (choice.isOnTopic || isUsedUp(spec)) {
    return resting([...sourced, ...scriptLines(claimlessChoice(choice), spec, rest)], 'none');
  }
  const farewell = FAREWELL.map((text, at): Line => ({ speaker: at % 2 ? 'B' : 'A', text }));
  const end = farewell.slice(-GOODBYE);
  const before = farewell.slice(0, -GOODBYE);
  while (before.length && wordsIn([...before, ...end]) > rest) before.splice(-2);
  const said = new Set(spec.said.map((line) => bare(withoutSpeaker(line))));
  const first = [...before, ...end].filter(({ text }) => !said.has(bare(text)));
  return resting([...sourced, ...first], 'none');
}
