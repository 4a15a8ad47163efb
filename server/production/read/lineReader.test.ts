import { once } from 'node:events';
import { describe, expect, it, test } from 'vitest';
import type { ReadLines } from '../../episodes/log/episodeLog.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { eachBy } from '../../testing/eachBy.ts';
import { broken } from '../../writing/model/modelFailures.ts';
import type { Exchange, Judgment, Reading } from '../../writing/script/scriptWriter.ts';
import type { ReadingRun } from '../run/episodeRun.ts';
import { openLineReader } from './lineReader.ts';
import type { Change } from './settleExchange.ts';

const QUOTE = 'Ada Rusk counted 1,912 salmon at the dam in 1986.';
const PARAGRAPH = `The river was low. ${QUOTE} Nobody had counted since 1954.`;
const facts = [
  {
    number: 1,
    text: 'Ada Rusk counted 1,912 salmon at the dam in 1986.',
    quote: QUOTE,
    paragraph: PARAGRAPH,
    source: 1,
    from: 'The River, Openpedia, 2020-01-01',
    strength: 'says' as const,
  },
  {
    number: 2,
    text: 'The wall of the dam was 12 metres high.',
    quote: 'Its wall was 12 metres high and as old as the mill.',
    paragraph: '',
    source: 1,
    from: 'The River, Openpedia, 2020-01-01',
    strength: 'says' as const,
  },
];
const spec = {
  ...{ episode: 'e', topic: 'Dams', tone: 'Normal', style: 'Conversation', minutes: 10 },
  ...{ hostA: 'Freya', hostB: 'George', questions: ['Was it worth it?'], facts },
  date: '29 November 2026',
};

let position = 0;
/** "fact 1: text" is a statement on fact 1; anything else rests on nothing. */
function row(written: string): LineRow {
  const [, kind = 'none', number, text = ''] =
    /^(?:(fact|inference|opinion) ?(\d)?: )?(.*)$/.exec(written) ?? [];
  return {
    ...{ podcastId: 1, position: position++, section: 1, delivery: null, state: 'written' },
    ...{ speaker: position % 2 ? 'A' : 'B', text: text.replace('[over] ', '') },
    ...{ isOver: text.startsWith('[over]'), basis: kind, facts: number ? [Number(number)] : [] },
    ...{ sum: null, sourceWords: null, clipKey: null, milliseconds: null, startMilliseconds: null },
  } as LineRow;
}

type Answer = (Partial<Judgment> & { line: number })[] | 'silent' | 'broken';
interface Given {
  answer: Answer;
  /** Nobody takes a second line before the reader's time is over. */
  isBehind?: boolean;
  rewrites?: Record<number, string>;
  refuses?: RegExp;
  piece?: Partial<Parameters<ReturnType<typeof openLineReader>['read']>[0]>;
}

/** What becomes of these lines, read by somebody who answers so. */
async function read(
  lines: string[],
  { answer, rewrites = {}, refuses = /✗/, piece, isBehind = false }: Given,
) {
  position = 10;
  const logged: ReadLines[] = [];
  const changes: Change[] = [];
  const asked: { readings: Reading[]; rewrites: Exchange[] } = { readings: [], rewrites: [] };
  const shown: string[][] = [];
  const run = {
    work: { podcast: { id: 1, title: 'The dam', quality: null } },
    spec,
    signal: new AbortController().signal,
    moderator: eachBy(async (text: string) => (refuses.test(text) ? 'refused' : 'allowed')),
    episodeLog: { recordRead: async (_: unknown, log: ReadLines) => void logged.push(log) },
    writer: {
      async *read(_spec: unknown, reading: Reading, within: AbortSignal) {
        asked.readings.push(reading);
        late = once(within, 'abort');
        if (answer === 'broken') throw broken('no JSON');
        if (answer === 'silent') await Promise.reject(broken('too late'));
        for (const one of answer as Partial<Judgment>[])
          yield { finding: 'stands', facts: [], words: '', say: null, ...one };
      },
      async rewrite(_spec: unknown, exchange: Exchange) {
        asked.rewrites.push(exchange);
        if (!Object.keys(rewrites).length) throw broken('no JSON');
        return new Map(Object.entries(rewrites).map(([at, text]) => [Number(at), text]));
      },
    },
    // Only what it uses of a run.
  } as unknown as ReadingRun;
  const before = [row('Said before.')];
  position = 0;
  const reader = openLineReader(run, before, {
    onChange: (change) => changes.push(change),
    show: async (texts) => void shown.push(texts),
  });
  const rows = lines.map(row);
  const spoken: LineRow[] = [];
  let late: Promise<unknown> = Promise.resolve();
  const whole = {
    ...{
      rows,
      place: 'middle' as const,
      earlier: [],
      facts: [],
      instead: null,
      shown: [],
      // No whole number, as clocks have it.
      pace: isBehind ? 1 : 3_456.7,
    },
    ...piece,
  };
  for await (const line of reader.read(whole)) {
    spoken.push(line);
    if (isBehind) await late;
  }
  const log = {
    leftOut: logged.flatMap(({ leftOut }) => leftOut),
    rewritten: logged.reduce((sum, { counts }) => sum + counts.rewritten, 0),
    unread: logged.reduce((sum, { counts }) => sum + counts.unread, 0),
  };
  return { spoken, texts: spoken.map(({ text }) => text), log, changes, asked, shown };
}

const TRUE = 'fact 1: They found 1,912 salmon there.';
const FALSE = 'fact 1: They found 2,400 salmon there.';

it('a reader is on time where voices take no line before its deadline', {
  timeout: 15_000,
}, async () => {
  const say = 'They found 1,912 salmon there.';
  const answer = [{ line: 1, finding: 'wrong' as const, say, facts: [1] }];
  const { texts, log } = await read(['Huh.', FALSE], { answer, isBehind: true });
  expect(texts).toEqual(['Huh.', say]);
  expect(log.unread).toBe(0);
});

describe('a line that is read', () => {
  it('stands without an object, and has a receipt by the words that a source holds', async () => {
    const words = 'Ada Rusk counted 1,912 salmon';
    const { spoken, log } = await read([TRUE, 'Huh.', TRUE], {
      answer: [{ line: 2, words, facts: [1] }],
    });
    expect(spoken.map(({ text, sourceWords }) => [text, sourceWords])).toEqual([
      ['They found 1,912 salmon there.', null],
      ['Huh.', null],
      ['They found 1,912 salmon there.', words],
    ]);
    expect(spoken.every(({ state }) => state === 'read')).toBe(true);
    expect(log).toEqual({ leftOut: [], rewritten: 0, unread: 0 });
  });

  test.each([
    ['words that stand nowhere', { words: 'Ada Rusk counted 2,400 salmon', facts: [1] }],
    ['words of another fact', { words: 'Its wall was 12 metres high', facts: [1] }],
    ['words of a fact that there is not', { words: 'Ada Rusk counted 1,912 salmon', facts: [7] }],
  ])('has no receipt for %s, and stands', async (_, judgment) => {
    const { spoken } = await read([TRUE], { answer: [{ line: 0, ...judgment }] });
    expect(spoken).toMatchObject([{ text: 'They found 1,912 salmon there.', sourceWords: null }]);
  });

  it('has none by words that cannot say what stands in no source, but may follow from them', async () => {
    const words = 'Ada Rusk counted 1,912 salmon at the dam';
    const by = async (finding: Judgment['finding']) =>
      (await read([FALSE], { answer: [{ line: 0, finding, words, facts: [1] }] })).spoken[0]
        ?.sourceWords;
    expect(await by('stands')).toBeNull();
    expect(await by('follows')).toBe(words);
  });

  it('has none where it asks, or is an opinion after all', async () => {
    const words = 'Ada Rusk counted 1,912 salmon';
    const { spoken } = await read(['fact 1: 1,912 salmon?', 'fact 1: It was a lot.'], {
      answer: [
        { line: 0, words, facts: [1] },
        { line: 1, finding: 'opinion', words, facts: [1] },
      ],
    });
    expect(spoken).toMatchObject([{ sourceWords: null }, { sourceWords: null, basis: 'opinion' }]);
  });

  it('is shown with the words of the first fact that holds them, in a paragraph as well', async () => {
    const words = 'Nobody had counted since 1954.';
    const { spoken } = await read(['inference 2: Not since 1954.'], {
      answer: [{ line: 0, finding: 'follows', words, facts: [2, 1] }],
    });
    expect(spoken).toMatchObject([{ basis: 'inference', facts: [1, 2], sourceWords: words }]);
  });
});

it('a reaction stands that is the first of its piece', async () => {
  const { texts } = await read(['[over] Mm.', TRUE], { answer: [] });
  expect(texts[0]).toBe('Mm.');
});

describe('what is wrong', () => {
  it('is said as the reader says it, in its place, and the writer is told', async () => {
    const say = 'They found 1,912 salmon.';
    const { texts, changes, log } = await read(['How many?', FALSE, 'Huh.'], {
      answer: [{ line: 1, finding: 'wrong', say, facts: [1] }],
    });
    expect(texts).toEqual(['How many?', say, 'Huh.']);
    expect(changes).toMatchObject([{ was: { position: 1 }, is: { text: say } }]);
    expect(log).toEqual({ leftOut: [], rewritten: 1, unread: 0 });
  });

  test.each([
    ['with a figure that its facts do not hold', 'They found 3,333 salmon there.'],
    ['with a name', 'As Greta Olufsen wrote, they found 1,912 salmon there.'],
    ['that moderation refuses', 'They found 1,912 salmon ✗ there.'],
    ['at twice its length and more', `They found 1,912 salmon there, ${'and then '.repeat(12)}.`],
  ])('is not said %s: its first fact takes the place', async (_, say) => {
    const { texts } = await read(['How many?', FALSE], {
      answer: [{ line: 1, finding: 'wrong', say, facts: [1] }],
    });
    expect(texts).toEqual(['How many?', facts[0]?.text]);
  });

  it('goes back to the writer where its fact was told, and is left out with its exchange after that', async () => {
    const answer = [{ line: 2, finding: 'wrong' as const, say: 'About 3,333 salmon.' }];
    const lines = [TRUE, 'And then?', FALSE, 'Go on.'];
    const again = await read(lines, { answer, rewrites: { 1: 'More than anybody thought.' } });
    expect(again.texts).toEqual([
      ...lines.slice(0, 2).map((text) => text.replace('fact 1: ', '')),
      'More than anybody thought.',
      'Go on.',
    ]);
    expect(again.asked.rewrites).toMatchObject([
      { refused: [1], lines: [{ text: 'And then?' }, {}] },
    ]);
    const out = await read(lines, { answer });
    expect(out.texts).toEqual(['They found 1,912 salmon there.', 'Go on.']);
    expect(out.log.leftOut).toEqual([1, 2]);
    expect(out.changes).toMatchObject([{ is: null }, { is: null }]);
  });

  it('goes without a word where nothing needs it, but is no hole at the beginning of a section', async () => {
    const answer = [{ line: 0, finding: 'wrong' as const }];
    expect((await read(['Hello again!', 'So.'], { answer })).texts).toEqual(['So.']);
    const piece = { instead: 'The wall that nobody needed' };
    expect((await read(['Hello again!', 'So.'], { answer, piece })).texts).toEqual([
      piece.instead,
      'So.',
    ]);
  });

  it('a goodbye stays one, whatever is said instead, and the last words of an episode are one', async () => {
    const rewritten = await read(['That is all.', 'Goodbye. Mind the 2,400 salmon.'], {
      answer: [{ line: 1, finding: 'wrong', say: 'Mind the rest of it.' }],
      piece: { place: 'closing' },
    });
    expect(rewritten.texts.at(-1)).toMatch(/goodbye/i);
  });
});

describe('while nobody reads', () => {
  it('what is not marked stands, without a receipt, and is counted', async () => {
    const { texts, spoken, log } = await read([TRUE, 'Huh.'], { answer: 'silent' });
    expect(texts).toEqual(['They found 1,912 salmon there.', 'Huh.']);
    expect(spoken.every(({ sourceWords }) => sourceWords === null)).toBe(true);
    expect(log).toEqual({ leftOut: [], rewritten: 0, unread: 2 });
  });

  it('a marked statement is what its first fact says, and a marked opinion stands', async () => {
    const { texts } = await read(['How many?', FALSE, 'opinion: I would say 4,000.'], {
      answer: 'broken',
    });
    expect(texts).toEqual(['How many?', facts[0]?.text, 'I would say 4,000.']);
  });

  it('from the line on behind which the answer broke off', async () => {
    const { texts, log } = await read([FALSE, 'Huh.', FALSE], {
      answer: [
        { line: 0, finding: 'follows', facts: [1], words: '' },
        { line: 1, finding: 'opinion' },
      ],
    });
    expect(texts).toHaveLength(3);
    expect(log.unread).toBe(0);
  });
});

describe('a reader that cannot be believed', () => {
  it('who objects to most of the lines has no say in the rest of them', async () => {
    const lines = Array.from({ length: 10 }, () => TRUE);
    const answer = lines.map((_, line) => ({ line, finding: 'wrong' as const }));
    const { texts, log } = await read(lines, { answer });
    expect(texts.length).toBeGreaterThanOrEqual(5);
    expect(log.unread).toBeGreaterThanOrEqual(4);
  });
});

it('what is shown is read with the lines, and stays as it was where what is said instead will not do', async () => {
  const shown = ['2,400 salmon', 'How they came back.', 'The wall'];
  const given = (say: string) =>
    read([TRUE], { answer: [{ line: 1, finding: 'wrong', say, facts: [1] }], piece: { shown } });
  expect((await given('1,912 salmon')).shown).toEqual([['1,912 salmon', ...shown.slice(1)]]);
  expect((await given('Greta’s 3,333 salmon')).shown).toEqual([shown]);
});
