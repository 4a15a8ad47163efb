import { describe, expect, it } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { lineAcceptor } from '../../server/writing/script/acceptLines.ts';
import { tagsOf } from '../../server/writing/script/deliveryTags.ts';
import { answerIn } from './answers.ts';
import { plainOutline, plainSection } from './plain.ts';
import { readSpec } from './spec.ts';

const hosts = { A: 'Rachel', B: 'Adam' };
const wordsIn = (lines: { text: string }[]) =>
  lines.flatMap(({ text }) => tagsOf(text).text.split(/\s+/)).length;
const textsOf = (lines: { text: string }[]) => lines.map(({ text }) => tagsOf(text).text);

function episode(sections: number, words: number, piece: number) {
  const plan = plainOutline(readSpec([JSON.stringify({ topic: 'Cats', hosts, sections })]), 's');
  const written: ScriptLine[] = [];
  const spoken: ScriptLine[] = [];
  const requests: [wanted: number, got: number][] = [];
  plan.sections.forEach(({ title }, index) => {
    const place = index === 0 ? 'opening' : index === sections - 1 ? 'closing' : 'middle';
    const accept = lineAcceptor(hosts, spoken, '');
    // The product requests a goodbye in one piece.
    const most = place === 'closing' ? words : piece;
    for (let left = words; left > 0; left -= most) {
      const asked = {
        topic: 'Cats',
        hosts,
        plan: plan.sections,
        section: { index, title },
        place: left === words ? place : 'middle',
        words: Math.min(left, most),
        said: spoken.map(({ speaker, text }) => `${speaker}: ${text}`),
      };
      const lines = plainSection(readSpec([JSON.stringify(asked)]), 's', asked.words);
      requests.push([asked.words, wordsIn(lines)]);
      written.push(...lines);
      spoken.push(...lines.flatMap((line) => accept(line).lines));
    }
  });
  return { written, spoken, requests };
}

describe('the plain writer', () => {
  it('says nothing again of the lines that stand after those it is asked for', () => {
    const asked = { section: { index: 1, title: '' }, said: ['A: So.'] };
    const write = (before: string[]) =>
      textsOf(plainSection(readSpec([JSON.stringify({ ...asked, before })]), 's', 5));
    const [first = ''] = write([]);
    expect(write([`B: ${first}`])).not.toContain(first);
  });

  it.each([
    [6, 300, 300],
    [12, 450, 110],
    [2, 40, 7],
  ])(
    'an episode of %i sections has exactly the words asked for, and the product keeps every one',
    (sections, words, piece) => {
      const { written, spoken, requests } = episode(sections, words, piece);
      // A greeting or a goodbye is never cut, however few words are asked for.
      const exact = requests.filter(([wanted]) => wanted > 15);
      expect(exact.map(([, got]) => got)).toEqual(exact.map(([wanted]) => wanted));
      expect(textsOf(spoken)).toEqual(textsOf(written));
      expect(spoken.map(({ speaker }) => speaker)).toEqual(written.map(({ speaker }) => speaker));
    },
  );

  it('greets with both names at the start and says goodbye with both hosts at the end', () => {
    const { spoken } = episode(6, 200, 200);
    expect(spoken.slice(0, 2).map(({ text }) => text)).toEqual([
      "Hello and welcome, I'm Rachel.",
      "And I'm Adam.",
    ]);
    expect(spoken.slice(-2).map(({ text }) => text)).toEqual([
      'Goodbye, and thanks for listening.',
      'Until next time, goodbye.',
    ]);
    expect(new Set(spoken.slice(-2).map(({ speaker }) => speaker)).size).toBe(2);
  });

  it('answers each question that a section owes, so that the judge finds it, in as many words as asked', () => {
    const owes = [
      'How long do cats sleep?',
      'Who tamed the first cats?',
      'Do lions purr at night?',
    ];
    const request = { topic: 'Cats', hosts, place: 'middle', words: 250, owes };
    const lines = plainSection(readSpec([JSON.stringify(request)]), 's', 250);
    expect(wordsIn(lines)).toBe(250);
    const accept = lineAcceptor(hosts, [], '');
    const spoken = lines
      .flatMap((line) => accept(line).lines)
      .map(({ speaker, text }) => `${speaker}: ${text}`);
    expect(spoken).toEqual(lines.map(({ speaker, text }) => `${speaker}: ${tagsOf(text).text}`));
    for (const question of owes) {
      const asked = spoken.findIndex((line) => line.includes(question));
      expect(answerIn(question, spoken)).toEqual({ first: asked + 1, last: asked + 1 });
    }
  });

  it('writes the same for the same seed, and something else for another', () => {
    const spec = readSpec([JSON.stringify({ topic: 'Cats', words: 200 })]);
    const lines = (seed: string) => plainSection(spec, seed, 200);
    const texts = (seed: string) => textsOf(lines(seed));
    expect(lines('one')).toEqual(lines('one'));
    expect(texts('one').filter((text) => texts('two').includes(text))).toEqual([]);
  });

  it('gives about one line in eight a delivery, and one in fifteen a reaction over it', () => {
    const { spoken } = episode(12, 450, 110);
    const share = (some: ScriptLine[]) => some.length / spoken.length;
    expect(share(spoken.filter(({ delivery }) => delivery))).toBeCloseTo(1 / 8, 1);
    expect(share(spoken.filter(({ isOver }) => isOver))).toBeGreaterThan(1 / 30);
    expect(share(spoken.filter(({ isOver }) => isOver))).toBeLessThan(1 / 10);
    spoken.forEach(({ isOver, speaker }, at) => {
      if (isOver) expect(spoken[at - 1]?.speaker).not.toBe(speaker);
    });
  });
});
