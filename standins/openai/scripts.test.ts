import { describe, expect, it } from 'vitest';
import { chaptersFor } from '#shared/chapters.ts';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { DURATIONS } from '#shared/pricing.ts';
import { DELIVERIES, outline, type ScriptLine } from '#shared/script.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { spokenForm } from '../../server/sound/speech/spokenForm.ts';
import { lineAcceptor } from '../../server/writing/script/acceptLines.ts';
import { sentencesOf } from '../../server/writing/script/repetition.ts';
import { asWritten } from './replay.ts';
import { cut, parseScript, type Script, scripts, wordsIn } from './scripts.ts';

const hosts = { A: 'Rachel', B: 'Adam' };
const linesOf = ({ sections }: Pick<Script, 'sections'>) =>
  sections.flatMap(({ beats }) => beats.flat());
const repeated = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

it('there are six scripts, each on another topic and found by other phrases', () => {
  expect(scripts.map(({ topic }) => topic).toSorted()).toEqual(EXAMPLE_TOPICS.toSorted());
  expect(repeated(scripts.flatMap(({ matches }) => matches.map((it) => it.toLowerCase())))).toEqual(
    [],
  );
});

describe.each(scripts)('script $slug', (script) => {
  const { sections } = script;
  const lines = linesOf(script);

  it('has what an order and an outline have', () => {
    expect(STYLES).toContain(script.style);
    expect(TONES).toContain(script.tone);
    expect(script.title.length).toBeLessThanOrEqual(90);
    expect(script.followUps).toHaveLength(3);
    expect(script.questions.length).toBeGreaterThan(2);
    const { title, summary } = script;
    expect(() =>
      outline.parse({ title, summary, sections: sections.map((it) => ({ ...it, weight: 1 })) }),
    ).not.toThrow();
  });

  it.each(DURATIONS)('has a section for each chapter of %i minutes', (minutes) => {
    const kept = cut(script, chaptersFor(minutes));
    expect(kept).toEqual(sections.filter(({ from }) => from <= minutes));
    expect([kept[0], kept.at(-1)]).toEqual([sections[0], sections.at(-1)]);
  });

  it('is long enough for the longest episode, in sections of different roles', () => {
    expect(wordsIn(lines)).toBeGreaterThanOrEqual(6_000);
    for (const { beats } of sections.slice(1, -1)) {
      expect(wordsIn(beats.flat())).toBeGreaterThanOrEqual(500);
    }
    expect(new Set(sections.map(({ role }) => role)).size).toBeGreaterThanOrEqual(8);
  });

  it('answers every question in the shortest episode', () => {
    const answered = cut(script, chaptersFor(10)).flatMap(({ beats }) =>
      beats.flat().flatMap(({ answers }) => answers),
    );
    expect([...new Set(answered)].sort()).toEqual(script.questions.map((_, index) => index + 1));
  });

  it('consists of beats that can be dropped whole, and lines that can be spoken', () => {
    const beats = sections.slice(0, -1).flatMap((section) => section.beats);
    for (const beat of beats) {
      expect(wordsIn(beat)).toBeLessThanOrEqual(150);
      expect(beat.at(-1)?.text).not.toMatch(/\?$/);
    }
    for (const { text, delivery } of lines) {
      expect(text).not.toMatch(/[%$&@#*_[\]()<>“”‘’]|https?:/);
      expect(spokenForm(text)).not.toMatch(/\d/);
      for (const sentence of sentencesOf(text)) expect(sentence).not.toMatch(/^(?!\d{4}\b)\d/);
      expect(text.length).toBeLessThanOrEqual(330);
      for (const tag of delivery) expect(DELIVERIES).toContain(tag);
    }
  });

  it('has some deliveries, and short reactions that lie over the other host', () => {
    const share = (some: typeof lines) => some.length / lines.length;
    expect(share(lines.filter(({ delivery }) => delivery.length))).toBeGreaterThan(1 / 25);
    expect(share(lines.filter(({ delivery }) => delivery.length))).toBeLessThan(1 / 6);
    const reactions = lines.filter(({ isOver }) => isOver);
    expect(share(reactions)).toBeGreaterThanOrEqual(0.01);
    expect(share(reactions)).toBeLessThanOrEqual(0.08);
    for (const reaction of reactions) {
      const before = lines[lines.indexOf(reaction) - 1];
      expect(wordsIn([reaction])).toBeLessThanOrEqual(4);
      expect(reaction.text).not.toContain('?');
      expect(before?.speaker).not.toBe(reaction.speaker);
      expect(before?.text).not.toMatch(/\?$/);
    }
  });

  it('greets with both names early and says goodbye with both hosts at the end', () => {
    const start = lines.slice(0, 12).map(({ text }) => text);
    expect(start.join(' ')).toMatch(/\{A\}.*\{B\}|\{B\}.*\{A\}/);
    const goodbyes = lines.slice(-4).filter(({ text }) => /goodbye|good night|thank/i.test(text));
    expect(new Set(goodbyes.map(({ speaker }) => speaker))).toEqual(new Set(['A', 'B']));
  });

  it('says no sentence twice, and loses none to the product', () => {
    const said = lines.flatMap(({ text }) => sentencesOf(text));
    expect(repeated(said.filter((text) => text.split(' ').length >= 6))).toEqual([]);
    const spoken: ScriptLine[] = [];
    sections.forEach(({ beats }) => {
      const accept = lineAcceptor(hosts, spoken, '');
      const named = beats.flat().map((line) => ({
        speaker: line.speaker,
        text: asWritten(line).text.replaceAll('{A}', hosts.A).replaceAll('{B}', hosts.B),
      }));
      spoken.push(...named.flatMap((line) => accept(line).lines));
    });
    const kept = spoken.flatMap(({ text }) => sentencesOf(text)).length;
    expect(kept / said.length).toBeGreaterThanOrEqual(0.995);
    expect(spoken.at(-1)?.text).toBe(lines.at(-1)?.text);
    const performed = ({ delivery, isOver }: ScriptLine) => `${delivery} ${isOver}`;
    const written = lines.map(
      ({ delivery: [delivery], isOver }) => `${delivery} ${isOver || undefined}`,
    );
    expect(spoken.map(performed).filter((it) => it !== 'undefined undefined')).toEqual(
      written.filter((it) => it !== 'undefined undefined'),
    );
  });
});

it('a script with a line that is not understood is refused', () => {
  const text = 'title: T\n\n== Start | opening | 10\nC: Who is this?';
  expect(() => parseScript('odd', text)).toThrow('odd: not understood: C: Who is this?');
});
