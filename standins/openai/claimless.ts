import { numbersIn } from './readNumbers.ts';
import { type Beat, type Script, type ScriptSection, wordsIn } from './scripts.ts';
import { namesIn } from './sentences.ts';

/*
 * Where an episode rests on sources, its listener is told what each claim rests on, and the product cuts
 * lines with figures and names that stand in none of them. The demo's scripts are full of those, so that
 * only their talk in between can be played: of each beat the longest stretch, which still makes sense.
 */

/** Words of a stretch that is worth hearing on its own. */
const SHORTEST = 40;

const COUNTS =
  /\b(?:[Hh]alf|quarters?|twice|dozens?|hundreds?|thousands?|millions?|billions?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)\b/;

const talks = new Map<string, Beat[]>();

/** A script without what it claims, in its order, and without its greeting and its goodbye. */
export function claimlessTalk({ slug, sections }: Script): Beat[] {
  const [, ...beats] = sections.slice(0, -1).flatMap((section) => section.beats);
  const talk =
    talks.get(slug) ?? beats.map(longestTalk).filter((beat) => wordsIn(beat) >= SHORTEST);
  talks.set(slug, talk);
  return talk;
}

/** Whether it has enough of that for most episodes: the ten minutes that facts leave of fifteen. */
export const isTalkative = (script: Script): boolean =>
  wordsIn(claimlessTalk(script).flat()) >= MUCH;
const MUCH = 1500;

/** The script with a goodbye that claims nothing. */
export function withClaimlessGoodbye(script: Script): Script {
  const sections = script.sections.map((section, at): ScriptSection => {
    if (at < script.sections.length - 1) return section;
    return { ...section, beats: section.beats.map((beat) => beat.filter(isClaimless)) };
  });
  return { ...script, sections };
}

/** The longest stretch of a beat in which both hosts speak and nothing is claimed. */
function longestTalk(beat: Beat): Beat {
  let longest: Beat = [];
  let talk: Beat = [];
  for (const line of beat) {
    talk = isClaimless(line) ? [...talk, line] : [];
    if (talk.length > 1 && wordsIn(talk) > wordsIn(longest)) longest = talk;
  }
  return longest;
}

function isClaimless({ text }: Beat[number]): boolean {
  const said = text.replace(/\{[AB]\}/g, '');
  const figures = [...numbersIn(said)].filter((each) => each !== '1');
  return figures.length === 0 && namesIn(said).length === 0 && !COUNTS.test(said);
}
