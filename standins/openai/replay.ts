import type { Line } from './badHabits.ts';
import { type Choice, openingOf, summaryOf, titleOf } from './demo.ts';
import { unsaid } from './said.ts';
import { type Beat, bare, cut, type ScriptSection, type Utterance, wordsIn } from './scripts.ts';
import { type Spec, sectionsOf } from './spec.ts';

export function scriptOutline(choice: Choice, spec: Spec) {
  return {
    title: titleOf(choice, spec),
    summary: summaryOf(choice, spec),
    sections: cut(choice.script, spec.sections).map(({ title, role, goal, beats }, at, all) => ({
      title,
      goal: [goal, ...leadTo(all[at + 1])].join(' '),
      role,
      answers: beats.flat().flatMap((line) => line.answers),
      // A section's share of the time is its share of the words.
      weight: wordsIn(beats.flat()) / 500,
    })),
  };
}

const leadTo = (next?: ScriptSection) => (next ? [`It leads on to "${next.title}".`] : []);

/** Returns whole beats, or none once all has been said or what is left would take far longer. */
export function scriptLines(choice: Choice, spec: Spec, words: number): Line[] {
  const section = sectionFor(choice, spec);
  const beats = section === choice.script.sections[0] ? openingOf(choice, spec) : section.beats;
  const left = leftOf(beats, spec);
  const isClosing = section === choice.script.sections.at(-1);
  const room = words - wordsIn(left.begun);
  const chosen = isClosing
    ? goodbyeWithin(left.beats, room)
    : firstWithin(left.beats, room, spec.plan.length === 2);
  return [...left.begun, ...chosen.flat()].map(asWritten);
}

/** The last beat may end early. Null once all have been said. */
export function nextLines(beats: Beat[], spec: Spec, words: number): Line[] | null {
  const left = leftOf(beats, spec);
  if (!left.begun.length && !left.beats.length) return null;
  const room = words - wordsIn(left.begun);
  return [...left.begun, ...firstWithin(left.beats, room, true).flat()].map(asWritten);
}

function leftOf(beats: Beat[], spec: Spec) {
  const named = beats.map((beat) => beat.map((line) => ({ ...line, text: name(line, spec) })));
  return unsaid(named, spec.said);
}

/** The request repeats the section's title. */
function sectionFor({ script }: Choice, spec: Spec): ScriptSection {
  const asked = bare(spec.section?.title ?? '');
  const sections = cut(script, sectionsOf(spec));
  const place = Math.min(spec.section?.index ?? 0, sections.length - 1);
  const found = script.sections.find(({ title }) => bare(title) === asked) ?? sections[place];
  if (!found) throw new Error(`${script.slug} has no sections`);
  return found;
}

export function asWritten({ speaker, text, delivery, isOver }: Utterance): Line {
  const tags = [...(isOver ? ['over'] : []), ...delivery].map((tag) => `[${tag}]`);
  return { speaker, text: [...tags, text].join(' ') };
}

function name({ text }: Line, { hosts }: Spec): string {
  return text.replaceAll('{A}', hosts.A).replaceAll('{B}', hosts.B);
}

/** With `isShort`, the goodbye cannot make up for what is missed: the last beat may end early. */
function firstWithin(beats: Beat[], words: number, isShort: boolean): Beat[] {
  const ways = beats.flatMap((beat, index) =>
    (isShort ? startsOf(beat) : [beat]).map((start) => [...beats.slice(0, index), start]),
  );
  return nearest([[], ...ways], words, (way) => brokenIn(way, beats));
}

/** Words by which a length may be missed rather than lose an answer or half a beat. */
const WORTH = { answer: 40, wholeBeat: 12 };
/** In words: about two seconds. */
const SLACK = 6;

/** Every beat but the last may end early. Without time for the last one, keeps its last lines. */
function goodbyeWithin(beats: Beat[], words: number): Beat[] {
  const last = beats.at(-1) ?? [];
  const tails = last.map((_, index) => [last.slice(index)]);
  // The product would keep only the last line of a goodbye that is too long.
  const excess = (way: Beat[]) => 2 * Math.max(0, wordsIn(way.flat()) - words - SLACK);
  if (wordsIn(last) > words) return nearest(tails, words, excess);
  let ways: Beat[][] = [[]];
  for (const beat of beats.slice(0, -1)) {
    const longer = startsOf(beat).flatMap((start) => ways.map((way) => [...way, start]));
    ways = ways.concat(longer);
  }
  const lossOf = (way: Beat[]) => {
    const lines = way.flat();
    const lost = beats.flat().filter((line) => line.answers.length && !lines.includes(line));
    return lost.length * WORTH.answer + brokenIn(way, beats);
  };
  const whole = ways.map((way) => [...way, last]);
  return nearest(whole, words, lossOf);
}

const brokenIn = (way: Beat[], beats: Beat[]) =>
  way.filter((beat) => !beats.includes(beat)).length * WORTH.wholeBeat;

/** No beginning ends with a question. */
function startsOf(beat: Beat): Beat[] {
  const starts = beat.slice(0, -1).map((_, index) => beat.slice(0, index + 1));
  return [beat, ...starts.filter((start) => !start.at(-1)?.text.endsWith('?'))];
}

function nearest(ways: Beat[][], words: number, lossOf: (way: Beat[]) => number = () => 0): Beat[] {
  const miss = (way: Beat[]) => Math.abs(wordsIn(way.flat()) - words) + lossOf(way);
  return ways.toSorted((one, other) => miss(one) - miss(other))[0] ?? [];
}
