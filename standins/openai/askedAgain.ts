import { pick } from './chance.ts';
import { isEnglish } from './english.ts';
import type { BasedLine } from './onFacts.ts';
import { goingOn, hasSaid, isByA } from './said.ts';
import { wordsIn } from './scripts.ts';
import { sentencesIn } from './sentences.ts';
import type { Spec } from './spec.ts';

/* One host begins a sentence that was told, and the other one has to know how it ends. */

const OPENERS = ['', '', 'Right.', 'My turn.', 'Next one.', 'Good.', 'Try this.'];
const ASKS = [
  'How does this end: "{start}"?',
  'And "{start}", how does that end?',
  '"{start}", and then what?',
  'Can you finish "{start}"?',
];
const ANSWERS = ['It goes: "{end}."', 'Well, "{end}."', 'Here: "{end}."', 'That was: "{end}."'];
const NOTICE = "And now once more, as questions. Let's see who was listening.";

export function askAgain(spec: Spec, words: number): BasedLine[] {
  const lines: BasedLine[] = [];
  for (const fact of spec.facts) {
    const [sentence = ''] = sentencesIn(fact.says);
    const halves = isEnglish(fact.says) ? halvesOf(sentence) : null;
    if (!halves) continue;
    const now = goingOn(spec, lines);
    const own = `${fact.fact} ${fact.says}`;
    const question = pick(ASKS, `asks ${own}`)?.replace('{start}', halves.start) ?? '';
    const answer = pick(ANSWERS, `answers ${own}`)?.replace('{end}', halves.end) ?? '';
    if (hasSaid(now, question) || hasSaid(now, answer)) continue;
    const before = hasSaid(now, NOTICE) ? pick(OPENERS, `opens ${own}`) : NOTICE;
    const [asker, other] = isByA(now.said.at(-1)) ? (['B', 'A'] as const) : (['A', 'B'] as const);
    const facts = [fact.fact];
    const next: BasedLine[] = [
      { speaker: asker, text: `${before} ${question}`.trim(), basis: 'none', facts },
      { speaker: other, text: answer, basis: 'fact', facts },
    ];
    if (wordsIn([...lines, ...next]) > words) break;
    lines.push(...next);
  }
  return lines;
}

/** A sentence is best broken before one of these. */
const JOINT =
  /^(?:in|on|at|by|for|from|with|without|because|when|while|where|which|who|that|than|until|as|into|after|before|since|so|through|during|about|to)$/;
/** Words that may stand at a break: no figures and no names. */
const PLAIN = /^[a-z'’-]+,?$/;
/** No beginning may end with one of these. */
const LEADS_ON = /^(?:the|an?|and|or|of|its?|their|his|her)$/i;

/** Breaks at neither a figure nor a name; null where there is no place to break. */
function halvesOf(sentence: string): { start: string; end: string } | null {
  const words = sentence.replace(/[.!]["”’»)]*$/, '').split(/\s+/);
  const said = (from: number, to?: number) =>
    words
      .slice(from, to)
      .join(' ')
      .replace(/^["“”'(]+|["“”'),;:]+$/g, '');
  const breaks = words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const leadsOn = LEADS_ON.test(before) || JOINT.test(before);
    const isInside = at >= 2 && at <= words.length - 2;
    return isInside && PLAIN.test(before) && PLAIN.test(word) && !leadsOn ? [at] : [];
  });
  const fromMiddle = (at: number) => Math.abs(at - words.length / 2);
  const [nearest] = breaks.toSorted((one, other) => fromMiddle(one) - fromMiddle(other));
  const cut = breaks.findLast((at) => JOINT.test(words[at] ?? '')) ?? nearest;
  return cut ? { start: said(0, cut), end: said(cut) } : null;
}
