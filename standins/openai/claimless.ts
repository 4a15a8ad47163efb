import { type Beat, type Script, wordsIn } from './scripts.ts';

/*
 * The product does not speak figures and names without a source, and the demo's scripts are full of
 * them: only the talk between them can be played.
 */

export const claimlessTalk = ({ sections }: Script): Beat[] =>
  sections.slice(0, -1).flatMap(({ talk }) => talk);

/** Most episodes have ten minutes left where facts take five of fifteen. */
export const isTalkative = (script: Script): boolean =>
  wordsIn(claimlessTalk(script).flat()) >= MUCH;
const MUCH = 1500;

export function withClaimlessGoodbye(script: Script): Script {
  const last = script.sections.length - 1;
  const isTalk = (line: Beat[number]) =>
    script.sections[last]?.talk.some((stretch) => stretch.includes(line));
  const sections = script.sections.map((section, at) =>
    at < last ? section : { ...section, beats: section.beats.map((beat) => beat.filter(isTalk)) },
  );
  return { ...script, sections };
}
