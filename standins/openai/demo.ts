import type { Line } from './badHabits.ts';
import { isTalkative } from './claimless.ts';
import { isOwnSection } from './parts.ts';
import { hasSaid } from './said.ts';
import {
  type Beat,
  bare,
  type Script,
  scriptInstead,
  scriptOf,
  scriptOn,
  scripts,
} from './scripts.ts';
import type { Spec } from './spec.ts';

export interface Choice {
  script: Script;
  isOnTopic: boolean;
  /** Whether the account has heard every script before. */
  isRepeat: boolean;
}

/** Maximum characters of a title, of a cold open's title, and of a topic in the talk. */
const LONGEST_TITLE = 120;
const LONGEST_COLD_TITLE = 90;
const LONGEST_QUOTE = 200;

/** Such a question names the script that a listener wants after what they brought. */
export const THEN = /^\d+ Then: /;

export function choose(
  { topic, plan, heard: earlierEpisodes, facts, questions }: Spec,
  seed: string,
): Choice | null {
  const asked = scriptOn(topic);
  const requestedTopic = questions.find((question) => THEN.test(question))?.replace(THEN, '');
  const then = scripts.find((one) => requestedTopic && bare(one.topic) === bare(requestedTopic));
  const own = scripts.find((one) => plan.some((section) => isOwnSection(section, subjectOf(one))));
  const instead = scriptInstead(seed, earlierEpisodes, facts.length ? isTalkative : undefined);
  const script = scriptOf(plan) ?? own ?? then ?? asked ?? instead.script;
  return script ? { script, isOnTopic: script === asked, isRepeat: instead.isRepeat } : null;
}

/** A script that is not on the topic has both titles, unless there are facts to talk about. */
export function titleOf({ script, isOnTopic }: Choice, { topic, facts, opening }: Spec): string {
  if (opening) return opening.title;
  const quoted = shown(topic);
  if (isOnTopic || !hasWords(quoted)) return script.title;
  if (facts.length) return trimmed(quoted.replace(/^\p{Ll}/u, capital), LONGEST_TITLE);
  const rest = ` (demo): ${script.title}`;
  return `"${trimmed(quoted, LONGEST_TITLE - rest.length - 2)}"${rest}`;
}

/** Nobody knows yet what will be read or which script is played. */
export function coldTitle({ script, isOnTopic }: Choice, spec: Spec): string {
  const quoted = shown(spec.topic);
  if (isOnTopic) return script.title;
  if (!hasWords(quoted)) return 'Six Subjects, Written Out Beforehand (demo)';
  const most = LONGEST_COLD_TITLE - ' (demo)'.length;
  return `${trimmed(quoted.replace(/^\p{Ll}/u, capital), most)} (demo)`;
}

/** Removes what a title is cleaned of, as it would leave a gap, and other quotation marks. */
function shown(topic: string): string {
  return topic
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^<>]*>|\[[^\]]*\]|[`{}[\]]|\p{Cc}/giu, ' ')
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, ' ')
    .replace(/[\u200d\ufe0f\u20e3]/gu, '')
    .replace(/["\u201c-\u201f\u00ab\u00bb]/g, "'")
    .replace(/^[\s,;:\u2013\u2014-]+|[\s,;:\u2013\u2014-]+$/g, '');
}

const capital = (letter: string) => letter.toUpperCase();

export function summaryOf({ script, isOnTopic }: Choice, { facts, hosts }: Spec): string {
  if (facts.length && !isOnTopic) {
    return `${hosts.A} and ${hosts.B} have read up on this and tell what they found, page by page, with what they doubt about it. Then they go through it once more, as questions and answers, and what time is left goes to a script of the demo studio.`;
  }
  const instead = 'The demo studio has nothing on this subject and plays one of its six instead. ';
  return isOnTopic ? script.summary : `${instead}${script.summary}`;
}

/** The script's own beats stay whole. */
export function openingOf(choice: Choice, spec: Spec): Beat[] {
  const { script, isOnTopic } = choice;
  const [first = [], ...rest] = script.sections[0]?.beats ?? [];
  if (!isOnTopic) {
    const lines = instead(choice, spec);
    // The last of them is not said by the host who begins the script.
    const offset = lines.length - (first[0]?.speaker === 'A' ? 0 : 1);
    return [alternate(lines, offset), first, ...rest];
  }
  const note = notesOn(script, spec);
  if (!note.length) return [first, ...rest];
  return [first, alternate(note, first.at(-1)?.speaker === 'A' ? 1 : 0), ...rest];
}

const SUBJECTS: Record<string, string> = {
  'glowing-sea': 'why the sea glows at night',
  'night-trains': 'whether night trains are worth bringing back',
  'octopus-dreams': 'what octopuses dream about',
  sourdough: 'how to bake sourdough bread',
  'year-without-summer': 'the year without a summer',
  yawning: 'why we yawn when others do',
};
export const subjectOf = ({ slug, topic }: Script): string => SUBJECTS[slug] ?? topic;

/** Marks an episode in which no line answers what was asked. */
export const NOT_READ_UP = "It hasn't read up on what was typed in";

function instead({ script, isRepeat }: Choice, spec: Spec): string[] {
  const honest =
    "An honest word: this is the demo studio, and it's got six subjects, all written out beforehand.";
  const subject = `Today it's ${subjectOf(script)}.`;
  const other = "So you'll hear the other one instead, in its own style and its own tone.";
  const yours = isRepeat
    ? "And it isn't new to you. You've heard all six by now, so this one comes round again."
    : "With a real writer behind us, we'd be talking about yours.";
  if (isTopicRead(spec)) return [honest, subject, `${NOT_READ_UP}.`, `${other} ${yours}`];
  const read = readOut(spec.topic, LONGEST_QUOTE);
  return [honest, subject, `${NOT_READ_UP}, which was this.`, read, other, yours];
}

export const TYPED = "Here's what somebody typed in, word for word.";
export const isTopicRead = (spec: Spec) => hasSaid(spec, TYPED);

export const readOut = (topic: string, most: number) =>
  hasWords(topic) ? spokenTopic(topic, most) : 'It held no word that could be read out.';

/** Ends at a clause, so that no word is left hanging. */
export function spokenTopic(topic: string, most = LONGEST_QUOTE): string {
  const short = trimmed(topic, most);
  const end = short.endsWith('...') ? short.slice(0, -3).search(/[,.;:!?][^,.;:!?]*$/) : -1;
  return end > most / 2 ? `${short.slice(0, end)}, and so on.` : short;
}

/** Emoji and signs are not spoken, and titles are cleaned of them. */
export const hasWords = (topic: string) => /[\p{L}\p{N}]/u.test(topic);

const WRITTEN_BEFORE =
  'I should say that this is the demo studio, where each script was written beforehand.';

/** By the style of the script; a script in the style that was ordered differs in its tone. */
const STYLE_NOTES: Record<string, [string, string]> = {
  Conversation: [
    `${WRITTEN_BEFORE} This one's a conversation between two friends.`,
    "So that's how you'll hear it, whatever style was chosen for it.",
  ],
  Interview: [
    `${WRITTEN_BEFORE} This one's an interview.`,
    "So an interview you'll hear, whatever style was chosen for it.",
  ],
  Debate: [
    `${WRITTEN_BEFORE} This one's a debate.`,
    "So a debate you'll hear, whatever style was chosen for it.",
  ],
  Storytelling: [
    `${WRITTEN_BEFORE} This one's a story.`,
    "So a story you'll hear, whatever style was chosen for it.",
  ],
  'Explain it simply': [
    `${WRITTEN_BEFORE} This one's an explanation from the ground up.`,
    "So it's explained, whatever style was chosen for it.",
  ],
};
const TONE_NOTE = [
  WRITTEN_BEFORE,
  "So the tone's the one it was written in, and not the one that was ordered.",
];

function notesOn(script: Script, { style, tone }: Spec): string[] {
  if (script.style !== style) return STYLE_NOTES[script.style] ?? [];
  return script.tone === tone ? [] : TONE_NOTE;
}

/** A begins if `offset` is even. */
function alternate(texts: string[], offset: number): Beat {
  return texts.map((text, index) => ({
    speaker: speakers[(index + offset) % 2] ?? 'A',
    text,
    delivery: [],
    isOver: false,
    answers: [],
  }));
}
const speakers: Line['speaker'][] = ['A', 'B'];

function trimmed(text: string, most: number): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  if (whole.length <= most) return whole;
  // A letter with its marks, or an emoji, is never cut in two.
  const start = whole.slice(0, new Intl.Segmenter().segment(whole).containing(most - 3)?.index);
  const space = start.lastIndexOf(' ');
  const cut = space > most / 2 ? start.slice(0, space) : start;
  return `${cut.replace(/[\s,.;:!?\u2013\u2014-]+$/, '')}...`;
}
