import type { Line } from './badHabits.ts';
import { claimlessTalk } from './claimless.ts';
import { type Choice, subjectOf } from './demo.ts';
import { nextLines } from './replay.ts';
import { goingOn, hasSaid } from './said.ts';
import { type Script, scripts, wordsIn } from './scripts.ts';
import type { Spec } from './spec.ts';

/* Plays the chosen script in its own order, whatever section is asked for, then the others. */

/** With fewer words left, nothing more is played. */
const WORTH = 30;

const USED_UP = "That's all there was to read.";
export const SEAM = 'What follows is one of our own, written out beforehand';
const IN_PIECES = "We leave out whatever would need a source, so you'll hear it in pieces.";

export const haveBegun = (spec: Spec): boolean => hasSaid(spec, USED_UP);

export function excerpts(choice: Choice, spec: Spec, words: number): Line[] {
  const lines: Line[] = [];
  const others = scripts.filter(({ slug }) => slug !== choice.script.slug);
  for (const script of [choice.script, ...others]) {
    const talk = claimlessTalk(script);
    const now = goingOn(spec, lines);
    const left = words - wordsIn(lines);
    if (left < WORTH) break;
    const notice = noticeOf(script, choice).filter(({ text }) => !hasSaid(now, text));
    const next = nextLines(talk, now, left - wordsIn(notice));
    if (!next) continue;
    lines.push(...inTurn(notice, next), ...next);
    // The next request gets what did not fit.
    if (nextLines(talk, goingOn(spec, lines), left)) break;
  }
  return lines;
}

function noticeOf(script: Script, choice: Choice): Line[] {
  const subject = subjectOf(script);
  if (script !== choice.script) {
    const next = `That's as far as that goes, so here's what else was written out beforehand: ${subject}.`;
    return [{ speaker: 'B', text: next }];
  }
  return [
    { speaker: 'A', text: USED_UP },
    { speaker: 'B', text: `${SEAM}: ${subject}. ${IN_PIECES}` },
  ];
}

/** Whoever speaks after the notice must not have just spoken. */
function inTurn(notice: Line[], [next]: Line[]): Line[] {
  if (next?.speaker !== notice.at(-1)?.speaker) return notice;
  return notice.map(({ speaker, text }) => ({ speaker: speaker === 'A' ? 'B' : 'A', text }));
}
