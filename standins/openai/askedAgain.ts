import { pick } from './chance.ts';
import { isEnglish } from './english.ts';
import type { BasedLine } from './onFacts.ts';
import { goingOn, hasSaid, isByA } from './said.ts';
import { wordsIn } from './scripts.ts';
import type { Spec } from './spec.ts';
import { spokenText } from './spokenNumbers.ts';

/*
 * What was told, once more: one host begins a sentence of it and asks how it ends, and the other one knows.
 * Neither says the whole sentence, which the product would drop as a repetition.
 */

const OPENERS = ['', '', 'Right.', 'My turn.', 'Next one.', 'Good.', 'Try this.'];
const ASKS = [
  'How does this end: "{start}"?',
  'And "{start}", how does that end?',
  '"{start}", and then what?',
  'Can you finish "{start}"?',
];
const ANSWERS = ['It goes: "{end}."', 'Well, "{end}."', 'Here: "{end}."', 'That was: "{end}."'];
const NOTICE = "And now once more, as questions. Let's see who was listening.";

/** The questions that are left, as many as take about so many words; a notice comes before the first. */
export function askAgain(spec: Spec, words: number): BasedLine[] {
  const lines: BasedLine[] = [];
  for (const fact of spec.facts) {
    const halves = isEnglish(fact.says) ? halvesOf(fact.says) : null;
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

/**
 * Words of both halves, as they are spoken: with what stands around them, sentences so short may come
 * again.
 */
const START = 4;
const END = 7;
/** What a sentence is best broken before. */
const JOINT =
  /^(?:in|on|at|by|for|from|with|without|because|when|while|where|which|who|that|than|until|as|into|after|before|since|so|through|during|about|to)$/;
/** What may stand at a break: no figure, and no name. */
const PLAIN = /^[a-z'’-]+,?$/;
/** What no beginning ends with. */
const LEADS_ON = /^(?:the|an?|and|or|of|its?|their|his|her)$/i;

/** How a sentence begins and how it ends, torn from neither figures nor names; null where it cannot be broken. */
function halvesOf(sentence: string): { start: string; end: string } | null {
  const words = sentence.replace(/[.!]["”’»)]*$/, '').split(/\s+/);
  const spoken = (from: number, to?: number) =>
    spokenText(words.slice(from, to).join(' ')).replace(/^["“”'(]+|["“”'),;:]+$/g, '');
  const isShort = (text: string, most: number) => text.split(/\s+/).length <= most;
  const breaks = words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const leadsOn = LEADS_ON.test(before) || JOINT.test(before);
    return PLAIN.test(before) && PLAIN.test(word) && !leadsOn ? [at] : [];
  });
  const ends = breaks.filter((at) => at >= 2 && at <= words.length - 2 && isShort(spoken(at), END));
  const cut = ends.find((at) => JOINT.test(words[at] ?? '')) ?? ends[0];
  const start = breaks.findLast(
    (at) => at >= 2 && at <= (cut ?? 0) && isShort(spoken(0, at), START),
  );
  return cut && start ? { start: spoken(0, start), end: spoken(cut) } : null;
}
