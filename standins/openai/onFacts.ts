import type { Line } from './badHabits.ts';
import { chance, pick } from './chance.ts';
import { isEnglish } from './english.ts';
import { paraphrase } from './paraphrase.ts';
import { type Plant, plantIn } from './plants.ts';
import { FRAMES, leads, remarksOn, SOURCE_FRAMES } from './remarks.ts';
import { withoutSpeaker } from './said.ts';
import { bare, wordsIn } from './scripts.ts';
import { siteOf } from './siteOf.ts';
import type { SourcedFact, Spec } from './spec.ts';

/* All sentences of one source are told by the same host; the other asks, doubts or wonders. */

export interface BasedLine extends Line {
  basis: 'fact' | 'inference' | 'opinion' | 'doubt' | 'imagined' | 'none';
  facts: number[];
}

/** For the purchase log; the product never sees it. */
export type Telling =
  | { kind: 'told'; text: string; fact: number }
  | { kind: 'plant'; plant: Plant['kind']; text: string; truth: string };

export interface Passage {
  lines: BasedLine[];
  tellings: Telling[];
}

export interface WritingOptions {
  seed: string;
  /** 1 for the first request of this kind, then 2, ...: a retry is not spoilt in the same way. */
  attempt: number;
  /** Share of lines based on a fact that are spoilt. */
  plants: number;
  words: number;
}
interface TellingOptions extends WritingOptions {
  /** Words by which the last fact may exceed `words`. */
  above: number;
}

export const resting = (lines: Line[], basis: BasedLine['basis']): BasedLine[] =>
  lines.map((line) => ({ ...line, basis, facts: [] }));

/** Only English facts; none that a line rests on or tells already. */
export function untold(spec: Spec): SourcedFact[] {
  const said = bare(spec.said.map(withoutSpeaker).join(' '));
  const isTold = ({ fact, says }: SourcedFact) =>
    spec.used.includes(fact) || said.includes(bare(paraphrase(says)));
  return spec.facts.filter((fact) => isEnglish(fact.says) && !isTold(fact));
}

export function writeOnFacts(facts: SourcedFact[], spec: Spec, options: TellingOptions): Passage {
  const { words, above } = options;
  const talk = conversation(spec, options);
  const lines: BasedLine[] = [];
  const tellings: Telling[] = [];
  for (const fact of facts) {
    const next = talk.turnOn(fact);
    if (wordsIn([...lines, ...next.lines]) > words + above) break;
    talk.accept(fact, next);
    lines.push(...next.lines);
    tellings.push(...next.tellings);
  }
  return { lines, tellings };
}

function conversation(spec: Spec, { seed, attempt, plants }: TellingOptions) {
  const said = new Set(spec.said.map((line) => bare(withoutSpeaker(line))));
  const sources = [...new Set(spec.facts.map(({ from }) => from))];
  let speaker = spec.said.at(-1)?.match(/^(?:\d+ )?([AB]): /)?.[1];
  let before: SourcedFact | null = null;
  let frameBefore = '';
  let recent = spec.said.join(' ').slice(-RECENT);

  function remark(of: Line['speaker'], on: SourcedFact): BasedLine {
    const own = `${seed} remark ${on.fact}`;
    const all = before ? remarksOn(before, own) : leads(own);
    const unsaid = all.filter(({ text }) => !said.has(bare(text)));
    const isFresh = ({ text }: (typeof all)[number]) =>
      !sentencesOf(text).some((sentence) => recent.includes(sentence));
    const { text, basis } = unsaid.find(isFresh) ?? unsaid[0] ?? NOTHING;
    return { speaker: of === 'A' ? 'B' : 'A', text, basis, facts: [] };
  }

  return {
    turnOn(fact: SourcedFact): Passage & { frame: string } {
      const teller = sources.indexOf(fact.from) % 2 ? 'B' : 'A';
      const frame = frameFor(fact, before, { seed, frame: frameBefore });
      const framed = (sentence: string) => `${frame} ${sentence}`.trim();
      const truth = framed(paraphrase(fact.says));
      const own = `${seed} ${attempt} ${fact.fact}`;
      const plant = chance(`${own} spoils`)() < plants ? plantIn(fact, spec, own) : null;
      const line: BasedLine = plant
        ? { speaker: teller, text: plant.isWhole ? plant.text : framed(plant.text), ...plant.rests }
        : { speaker: teller, text: truth, basis: 'fact', facts: [fact.fact] };
      const { text } = line;
      return {
        frame,
        lines: [...(speaker === teller ? [remark(teller, fact)] : []), line],
        tellings: [
          plant
            ? { kind: 'plant', plant: plant.kind, text, truth }
            : { kind: 'told', text, fact: fact.fact },
        ],
      };
    },
    accept(fact: SourcedFact, { lines, frame }: Passage & { frame: string }) {
      for (const { text } of lines) said.add(bare(text));
      speaker = lines.at(-1)?.speaker;
      before = fact;
      frameBefore = frame;
      recent = [recent, ...lines.map(({ text }) => text)].join(' ').slice(-RECENT);
    },
  };
}

/** No remark repeats a sentence of so many last characters, if it can be helped. */
const RECENT = 1600;
const sentencesOf = (text: string) => text.split(/(?<=[.?!]) /);
const NOTHING = { text: 'Go on.', basis: 'none' as const };

function frameFor(
  fact: SourcedFact,
  before: SourcedFact | null,
  own: { seed: string; frame: string },
) {
  const site = siteOf(fact);
  const isNew = site && before?.from !== fact.from;
  const frames = isNew ? SOURCE_FRAMES : FRAMES.filter((frame) => !frame || frame !== own.frame);
  const frame = pick(frames, `${own.seed} frame ${fact.fact}`) ?? '';
  return frame.replace('{site}', site ?? '');
}
