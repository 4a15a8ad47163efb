import type { Line } from './badHabits.ts';
import type { Brief } from './brief.ts';
import { type Beat, type Script, scriptInstead, scriptOf, scriptOn } from './scripts.ts';

/*
 * What the hosts say about the demo itself. Each line is written out; nothing of the typed topic is
 * used but the topic itself, quoted whole.
 */

/** What is ordered and what is played. */
export interface Choice {
  script: Script;
  /** Whether the script is on the topic that was typed. */
  isOnTopic: boolean;
  /** Whether the account has heard every script before. */
  isHeard: boolean;
}

/** Characters of a title, and of a topic in it and in the talk. */
const LONGEST_TITLE = 120;
const LONGEST_QUOTE = 200;

/** Chooses the script of an episode, or finds the one that its outline was made from. */
export function choose({ topic, plan, heard }: Brief, seed: string): Choice | null {
  const asked = scriptOn(topic);
  const instead = scriptInstead(
    seed,
    heard.map(({ title }) => title),
  );
  const script = scriptOf(plan) ?? asked ?? instead.script;
  return script ? { script, isOnTopic: script === asked, isHeard: instead.isHeard } : null;
}

/** The script's title, or both titles: that of the topic, in its own words, and the script's. */
export function titleOf({ script, isOnTopic }: Choice, topic: string): string {
  if (isOnTopic || !topic.trim()) return script.title;
  const rest = ` (demo): ${script.title}`;
  return `"${trimmed(topic, LONGEST_TITLE - rest.length - 2)}"${rest}`;
}

export function summaryOf({ script, isOnTopic }: Choice): string {
  const instead = 'The demo studio has nothing on this subject and plays one of its six instead. ';
  return isOnTopic ? script.summary : `${instead}${script.summary}`;
}

/** The opening with what has to be said about this order; the script's own beats stay whole. */
export function openingOf(choice: Choice, brief: Brief): Beat[] {
  const { script, isOnTopic } = choice;
  const [first = [], ...rest] = script.sections[0]?.beats ?? [];
  if (!isOnTopic) {
    const lines = instead(choice, brief.topic);
    // The last of them is the other host's than the script's first.
    const offset = lines.length - (first[0]?.speaker === 'A' ? 0 : 1);
    return [alternate(lines, offset), first, ...rest];
  }
  const note = notesOn(script, brief);
  if (!note.length) return [first, ...rest];
  return [first, alternate(note, first.at(-1)?.speaker === 'A' ? 1 : 0), ...rest];
}

const SUBJECTS: Record<string, string> = {
  'glowing-sea': "Today it's why the sea glows at night.",
  'night-trains': "Today it's whether night trains are worth bringing back.",
  'octopus-dreams': "Today it's what octopuses dream about.",
  sourdough: "Today it's how to bake sourdough bread.",
  'year-without-summer': "Today it's the year without a summer.",
  yawning: "Today it's why we yawn when others do.",
};

function instead({ script, isHeard }: Choice, topic: string): string[] {
  return [
    "An honest word before anything else. Here's the subject that was typed in.",
    trimmed(topic, LONGEST_QUOTE),
    "This is the demo studio, and it hasn't read up on that. It has six subjects, and they're all written out beforehand.",
    "So you'll hear one of those instead, in its own style and its own tone.",
    SUBJECTS[script.slug] ?? script.topic,
    isHeard
      ? "And it isn't new to you. You've heard all six by now, so this one comes round again."
      : "A studio that's connected to a real writer would've talked about yours.",
  ].filter(Boolean);
}

/** By the style of the script; a script in the style that was ordered differs in its tone. */
const STYLE_NOTES: Record<string, [string, string]> = {
  Conversation: [
    "I should say that this is the demo studio. It's got this one as a conversation between two friends.",
    "So that's how you'll hear it, whichever way it was ordered.",
  ],
  Interview: [
    "I should say that this is the demo studio. It's got this one as an interview.",
    "So an interview you'll hear, whichever way it was ordered.",
  ],
  Debate: [
    "I should say that this is the demo studio. It's got this one as a debate.",
    "So a debate you'll hear, whichever way it was ordered.",
  ],
  Storytelling: [
    "I should say that this is the demo studio. It's got this one as a story.",
    "So a story you'll hear, whichever way it was ordered.",
  ],
  'Explain it simply': [
    "I should say that this is the demo studio. It's got this one as an explanation from the ground up.",
    "So it's explained, whichever way it was ordered.",
  ],
};
const TONE_NOTE = [
  'I should say that this is the demo studio, where everything was written beforehand.',
  "So the tone's the one it was written in, and not the one that was ordered.",
];

function notesOn(script: Script, { style, tone }: Brief): string[] {
  if (script.style !== style) return STYLE_NOTES[script.style] ?? [];
  return script.tone === tone ? [] : TONE_NOTE;
}

/** The lines said by the hosts in turn; an even `offset` has A begin. */
function alternate(texts: string[], offset: number): Beat {
  return texts.map((text, index) => ({
    speaker: speakers[(index + offset) % 2] ?? 'A',
    text,
    delivery: [],
    answers: [],
  }));
}
const speakers: Line['speaker'][] = ['A', 'B'];

/** As much of a text as fits, cut at a word if there is one to cut at. */
function trimmed(text: string, most: number): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  if (whole.length <= most) return whole;
  const start = whole.slice(0, most - 3).replace(/[\uD800-\uDBFF]$/, '');
  const space = start.lastIndexOf(' ');
  return `${space > most / 2 ? start.slice(0, space) : start}...`;
}
