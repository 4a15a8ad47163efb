import { describe, expect, it } from 'vitest';
import { broken } from '../../writing/model/modelFailures.ts';
import type { ScriptSpec, SourceText, StatedFact } from '../../writing/script/scriptWriter.ts';
import { holdFacts } from './holdFacts.ts';

const TEXT = `Ada Rusk has counted fish at the dam since 1978. In 1986 she found 1,912 salmon, and in 2019 only 340.
Her neighbour sold his house for a third less.

Die Mauer war 40 cm zu niedrig. Das sagte der Gutachter im Mai.

Der Neubau kostet 12,5 Mio. Euro, davon trägt der Bund 3,4 Prozent; jedes sechste Haus stand 2013 unter Wasser.`;
const source: SourceText = { title: 'The River', site: null, published: null, text: TEXT };
const spec: ScriptSpec = {
  ...{ episode: 'e', topic: 'Dams', tone: 'Normal', style: 'Conversation', minutes: 10 },
  ...{ hostA: 'Freya', hostB: 'George' },
};

type Said = [says: string, quote: string];
const facts = (said: Said[]): StatedFact[] =>
  said.map(([text, quote]) => ({ text, quote, strength: 'says', disputed: '' }));

/** What is kept of these facts, and what was asked again; the second answer may be an error. */
async function hold(first: Said[], second: Said[] | Error = []) {
  const asked: NonNullable<SourceText['again']>[] = [];
  const writer = {
    async findFacts(_spec: ScriptSpec, { again }: SourceText) {
      const paper = 'a report';
      if (!again) return { paper, facts: facts(first) };
      asked.push(again);
      if (second instanceof Error) throw second;
      return { paper, facts: facts(second) };
    },
  };
  const within = new AbortController().signal;
  const read = await holdFacts({ writer, spec, within }, source);
  return { kept: read.facts.map(({ text, quote }) => [text, quote]), asked };
}

const WHOLE = 'In 1986 she found 1,912 salmon, and in 2019 only 340.';
const COUNT: Said = ['Ada Rusk found 1,912 salmon in 1986.', 'she found 1,912 salmon'];
const WALL = 'Die Mauer war 40 cm zu niedrig.';

describe('a fact', () => {
  it('that its place carries is asked for once, and its quote is a whole sentence', async () => {
    const { kept, asked } = await hold([COUNT]);
    expect(kept).toEqual([[COUNT[0], WHOLE]]);
    expect(asked).toEqual([]);
  });

  it('whose words stand nowhere is asked for again with the reason, and kept in its place', async () => {
    const lost: Said = ['The house lost a third.', 'his house lost a third of its price'];
    const found: Said = ['A neighbour sold a third below.', 'sold his house for a third less'];
    const { kept, asked } = await hold([lost, COUNT], [found]);
    expect(kept).toEqual([
      [found[0], 'Her neighbour sold his house for a third less.'],
      [COUNT[0], WHOLE],
    ]);
    expect(asked).toMatchObject([[{ text: lost[0], why: expect.stringContaining('stand') }]]);
  });

  it('that says more than its place even when asked again is its words, in any language', async () => {
    const more: Said = ['The wall was 55 cm too low.', WALL];
    const { kept, asked } = await hold([more], [more]);
    expect(kept).toEqual([[WALL, WALL]]);
    expect(asked[0]?.[0]?.why).toContain('55');
  });

  it.each<Said>([
    ['The new wall costs 12.5 million euros.', 'Der Neubau kostet 12,5 Mio. Euro'],
    ['The federation pays 3.4% of it.', 'davon trägt der Bund 3,4 Prozent'],
    ['One house in six was under water in 2013.', 'jedes sechste Haus stand 2013 unter Wasser'],
  ])('in another language is held against figures written its way: %s', async (...said) => {
    const { kept, asked } = await hold([said]);
    expect(kept[0]?.[0]).toBe(said[0]);
    expect(asked).toEqual([]);
  });

  it('whose words still stand nowhere is none', async () => {
    const lost: Said = ['The dam fell.', 'the dam fell at once that night'];
    expect((await hold([lost, COUNT], [lost])).kept).toHaveLength(1);
  });

  it.each<[string, Said[] | Error]>([
    ['broken', broken('no JSON')],
    ['of another number of facts', [COUNT, COUNT]],
    ['empty', []],
  ])('is what the first answer left of it where the second is %s', async (_, second) => {
    const more: Said = ['The wall was 55 cm too low.', WALL];
    expect((await hold([COUNT, more], second)).kept).toEqual([
      [COUNT[0], WHOLE],
      [WALL, WALL],
    ]);
  });
});
