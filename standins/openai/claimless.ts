import { type Beat, type Script, wordsIn } from './scripts.ts';

/*
 * Where an episode rests on sources, its listener is told what each claim rests on, and the product does
 * not speak figures and names that stand in none of them. The demo's scripts are full of those, so that
 * only their talk in between can be played.
 */

/** A script without what it claims, in its order, and without its greeting and its goodbye. */
export const claimlessTalk = ({ sections }: Script): Beat[] =>
  sections.slice(0, -1).flatMap(({ talk }) => talk);

/** Whether it has enough of that for most episodes: the ten minutes that facts leave of fifteen. */
export const isTalkative = (script: Script): boolean =>
  wordsIn(claimlessTalk(script).flat()) >= MUCH;
const MUCH = 1500;

/** The script with a goodbye that claims nothing. */
export function withClaimlessGoodbye(script: Script): Script {
  const last = script.sections.length - 1;
  const isTalk = (line: Beat[number]) =>
    script.sections[last]?.talk.some((stretch) => stretch.includes(line));
  const sections = script.sections.map((section, at) =>
    at < last ? section : { ...section, beats: section.beats.map((beat) => beat.filter(isTalk)) },
  );
  return { ...script, sections };
}
