import { describe, expect, it } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { ProviderFailure } from '../provider.ts';
import type { Fact, Objection, ScriptWriter } from '../script/script.ts';
import { checkClaims } from './checkClaims.ts';

const fact = (number: number, quote: string, source = 1): Fact => ({
  number,
  text: quote,
  quote,
  source,
  from: 'Honey bee, Openpedia, 2025-05-20',
  strength: 'says',
});
const FACTS = [
  fact(1, 'A queen lays up to 2,000 eggs a day in May.'),
  fact(2, 'Karl von Frisch described the dance in 1923.'),
];
const line = (text: string, more: Partial<ScriptLine> = {}): ScriptLine => ({
  speaker: 'A',
  text,
  basis: 'fact',
  facts: [1],
  ...more,
});

type Options = {
  check?: (lines: string[]) => Objection[];
  facts?: Fact[];
  strict?: boolean;
};

/** What is spoken of these lines, how many were rewritten and cut, and what the model was shown. */
async function check(lines: ScriptLine[], options: Options = {}) {
  const counts = { rewritten: 0, cut: 0 };
  const shown: { text: string; strict: boolean }[] = [];
  const spec = {
    episode: 'e',
    topic: 'How do bees dance?',
    tone: 'Normal',
    style: 'Conversation',
    minutes: 10,
    hostA: 'Ann',
    hostB: 'Ben',
    facts: options.facts ?? FACTS,
  };
  const run = {
    spec,
    work: { podcast: { id: 1 }, lines: [] },
    signal: new AbortController().signal,
    researchLog: {
      async countUnsupported(_: unknown, found: typeof counts) {
        counts.rewritten += found.rewritten;
        counts.cut += found.cut;
      },
    },
    writer: {
      async check(_, batch) {
        shown.push(...batch.lines.map(({ text }) => ({ text, strict: batch.strict })));
        return options.check?.(batch.lines.map(({ text }) => text)) ?? [];
      },
    } satisfies Pick<ScriptWriter, 'check'>,
  };
  const place = { strict: options.strict ?? false, earlier: [] };
  // Only what the check uses of a run.
  const part = run as unknown as Parameters<typeof checkClaims>[0];
  const spoken = await checkClaims(part, lines, place);
  return { spoken: spoken.map(({ text }) => text), shown, ...counts };
}

const TRUE = 'A queen lays up to two thousand eggs a day.';
const FALSE = 'A queen lays up to nine thousand eggs a day.';

describe('lines against their facts', () => {
  it('what the quote says passes, and is shown to the model', async () => {
    const { spoken, shown, cut } = await check([line(TRUE)]);
    expect([spoken, shown.length, cut]).toEqual([[TRUE], 1, 0]);
  });

  it.each<[string, ScriptLine]>([
    ['another figure', line(FALSE)],
    ['another name', line('Martin Lindauer described the dance.', { facts: [2] })],
    ['a fact of another number', line(TRUE, { facts: [2] })],
    ['a fact that there is not', line(TRUE, { facts: [9] })],
    ['no fact', line(TRUE, { facts: [] })],
    ['an opinion with a figure of its own', line(FALSE, { basis: 'opinion', facts: [] })],
    ['nothing, but states a name', line('Ask Lindauer.', { basis: 'none', facts: [] })],
  ])('a line with %s is cut and counted when nobody has better words', async (_, wrong) => {
    const { spoken, cut, rewritten } = await check([line(TRUE), wrong]);
    expect([spoken, cut, rewritten]).toEqual([[TRUE], 1, 0]);
  });

  it('a better wording is spoken in its place, once, and only if it holds', async () => {
    const rewriteTo = (rewrite: string) => (lines: string[]) =>
      lines.flatMap((text, at) => (text === FALSE ? [{ line: at, why: 'nine', rewrite }] : []));
    const good = await check([line(FALSE)], { check: rewriteTo(TRUE) });
    expect([good.spoken, good.rewritten, good.cut]).toEqual([[TRUE], 1, 0]);
    const bad = await check([line(FALSE)], {
      check: rewriteTo('She lays eight thousand eggs a day.'),
    });
    expect([bad.spoken, bad.rewritten, bad.cut]).toEqual([[], 0, 1]);
  });

  it('what only the model can find is rewritten or cut, too', async () => {
    const turned = 'A queen never lays up to two thousand eggs a day.';
    const objecting = (rewrite: string | null) => () => [{ line: 0, why: 'denied', rewrite }];
    expect((await check([line(turned)], { check: objecting(TRUE) })).spoken).toEqual([TRUE]);
    expect((await check([line(turned)], { check: objecting(null) })).spoken).toEqual([]);
  });

  it('without the model code decides alone', async () => {
    const failing = () => {
      throw new ProviderFailure('OpenAI', 'broken', 'nonsense');
    };
    const { spoken, cut } = await check([line(TRUE), line(FALSE)], { check: failing });
    expect([spoken, cut]).toEqual([[TRUE], 1]);
  });

  it('opinions need no fact, may repeat what was just told, and are looked at near the end', async () => {
    const opinion = line('Two thousand eggs sounds like a long day to me, honestly.', {
      speaker: 'B',
      basis: 'opinion',
      facts: [],
    });
    const early = await check([line(TRUE), opinion]);
    expect(early.spoken).toHaveLength(2);
    expect(early.shown.map(({ text }) => text)).toEqual([TRUE]);
    const late = await check([line(TRUE), opinion], { strict: true });
    expect(late.shown).toEqual([
      { text: TRUE, strict: true },
      { text: opinion.text, strict: true },
    ]);
  });

  it('an imagined case may count what it likes, but names nobody', async () => {
    const imagined = { basis: 'imagined' as const, facts: [] };
    const { spoken } = await check([
      line('Imagine a hive of nine hundred bees.', imagined),
      line('Imagine that Napoleon keeps it.', imagined),
    ]);
    expect(spoken).toEqual(['Imagine a hive of nine hundred bees.']);
  });

  it('a reaction over a line that was cut goes with it', async () => {
    const reaction = line('Nine thousand?', {
      speaker: 'B',
      basis: 'none',
      facts: [],
      isOver: true,
    });
    const { spoken, cut } = await check([line(TRUE), line(FALSE), { ...reaction, text: 'No!' }]);
    expect([spoken, cut]).toEqual([[TRUE], 2]);
  });

  it('names and figures of the order need no source', async () => {
    const { spoken } = await check([
      line('Ben, how do bees dance?', { basis: 'none', facts: [] }),
      line('Openpedia says up to two thousand eggs a day.'),
    ]);
    expect(spoken).toHaveLength(2);
  });

  it('without facts every line passes, and nobody is asked', async () => {
    const { spoken, shown } = await check([line(FALSE)], { facts: [] });
    expect([spoken, shown]).toEqual([[FALSE], []]);
  });
});
