import type { Line } from './badHabits.ts';
import type { Choice } from './demo.ts';
import { numbersIn } from './readNumbers.ts';
import { scriptLines } from './replay.ts';
import { goingOn } from './said.ts';
import { type Beat, type Script, scripts, wordsIn } from './scripts.ts';
import { namesIn } from './sentences.ts';
import type { Spec } from './spec.ts';

/*
 * Where an episode rests on sources, its listener is told what each claim rests on, and the product cuts
 * lines with figures and names that stand in none of them. The demo's scripts are full of those, so that
 * only their talk in between can go on: of each beat the longest stretch, which still makes sense.
 */

/** Words that are worth another script. */
const WORTH = 20;

const COUNTS =
  /\b(?:[Hh]alf|quarters?|twice|dozens?|hundreds?|thousands?|millions?|billions?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)\b/;

/** The next lines of a script that claim nothing, then those of the others, until there are so many words. */
export function claimlessLines(choice: Choice, spec: Spec, words: number): Line[] {
  const lines: Line[] = [];
  const others = scripts.filter(({ slug }) => slug !== choice.script.slug);
  for (const script of [choice.script, ...others]) {
    const left = words - wordsIn(lines);
    if (left < WORTH) break;
    const part = claimlessChoice({ ...choice, script });
    lines.push(...scriptLines(part, goingOn(spec, lines), left));
  }
  return lines;
}

/** The choice of a script without what it claims. */
export function claimlessChoice(choice: Choice): Choice {
  const { slug } = choice.script;
  const script = made.get(slug) ?? claimless(choice.script);
  made.set(slug, script);
  return { ...choice, script };
}

const made = new Map<string, Script>();

function claimless(script: Script): Script {
  const closing = script.sections.at(-1);
  const sections = script.sections.map((section) => ({
    ...section,
    // A goodbye has to end as it does.
    beats: section.beats.map((beat) =>
      section === closing ? beat.filter((line) => !claims(line)) : longestTalk(beat),
    ),
  }));
  return { ...script, sections };
}

/** The longest stretch of a beat in which both hosts speak and nothing is claimed. */
function longestTalk(beat: Beat): Beat {
  let longest: Beat = [];
  let talk: Beat = [];
  for (const line of beat) {
    talk = claims(line) ? [] : [...talk, line];
    if (talk.length > 1 && wordsIn(talk) > wordsIn(longest)) longest = talk;
  }
  return longest;
}

function claims({ text }: Line): boolean {
  const said = text.replace(/\{[AB]\}/g, '');
  const figures = [...numbersIn(said)].filter((each) => each !== '1');
  return figures.length > 0 || namesIn(said).length > 0 || COUNTS.test(said);
}
