import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { sayingOf, throwOnWords, WRITERS_STEPS } from '../../../faults/wordsThatThrow.ts';
import { log } from '../../base/kit/log.ts';
import { openModelServer } from '../../testing/modelServer.ts';
import { scriptRetries } from '../model/model.ts';
import type { ScriptSpec, SectionSpec } from '../script/scriptWriter.ts';
import { openaiWriter } from './openaiWriter.ts';

const spec: ScriptSpec = {
  ...{ episode: 'e', topic: 'Sums', tone: 'Normal', style: 'Conversation', minutes: 4 },
  ...{ hostA: 'Ann', hostB: 'Ben' },
};
const outline = {
  title: 'Sums',
  summary: 'Of sums.',
  sections: ['Start', 'Middle', 'End'].map((title) => ({ title, goal: title, weight: 1 })),
};
const section: SectionSpec = {
  ...spec,
  ...{ outline, section: 1, words: 20, place: 'middle', soFar: [] },
};
const { signal } = new AbortController();

let server: Awaited<ReturnType<typeof openModelServer>>;
let reply: object;
let asked = 0;
beforeAll(async () => {
  server = await openModelServer(() => {
    asked += 1;
    return { content: JSON.stringify(reply) };
  });
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
});

const account = () => ({ apiKey: 'sk-test', baseUrl: server.baseUrl, model: 'm' });
const writer = () => openaiWriter(account(), { ...scriptRetries, firstWait: 1 });

const GOOD = [
  'A harbour wakes up before anybody else does.',
  'And nobody knows who lights the first of its lamps.',
];

const withOdd = (odd: string, place = 1) => GOOD.toSpliced(place, 0, odd);

async function written(odd: string, place?: number): Promise<ScriptLine[]> {
  const texts = withOdd(odd, place);
  reply = { lines: texts.map((text, at) => ({ speaker: at % 2 ? 'B' : 'A', text })) };
  const lines: ScriptLine[] = [];
  for await (const line of writer().write(section, signal)) lines.push(line);
  return lines;
}

it.each(WRITERS_STEPS)(
  'a line on which %s throws is said as it was written, in its place, and what follows goes on from it',
  async (step) => {
    const logged = vi.spyOn(log, 'error');
    const end = throwOnWords();
    try {
      const odd = sayingOf(step);
      // An answer may begin with a refusal: its first line is looked at in other ways.
      const first = await written(odd, 0);
      expect(first.map(({ text }) => text)).toEqual(withOdd(odd, 0));
      const lines = await written(odd);
      expect(lines.map(({ text }) => text)).toEqual(withOdd(odd));
      expect(asked).toBe(2);
      const next = { text: 'The ferries come much later, with the newspapers.', speaker: 'B' };
      reply = { lines: [next] };
      const more = [];
      const after = { ...section, words: 8, soFar: lines };
      for await (const line of writer().write(after, signal)) more.push(line);
      expect(more).toEqual([next]);
      const err = expect.objectContaining({ message: `made to throw in ${step.toLowerCase()}` });
      expect(logged).toHaveBeenCalledWith(expect.objectContaining({ err }), expect.any(String));
    } finally {
      end();
      logged.mockRestore();
    }
  },
);

it('an error of ours beyond any guard ends the call as what it is, and nothing is bought again', async () => {
  const end = throwOnWords();
  try {
    await expect(written(sayingOf('countWords'))).rejects.toThrow('made to throw in countwords');
    expect(asked).toBe(1);
  } finally {
    end();
  }
});

it('a database that is away while a call waits for its turn is not taken for the provider', async () => {
  const away = new Error('Connection terminated unexpectedly');
  const rateLimiter = { enter: () => Promise.reject(away) };
  const lines = openaiWriter({ ...account(), rateLimiter }).write(section, signal);
  await expect(lines[Symbol.asyncIterator]().next()).rejects.toBe(away);
});

it('a title on which our code throws is shown as it was written', async () => {
  const end = throwOnWords();
  try {
    const title = sayingOf('cleanTitle');
    reply = { ...outline, title };
    expect(await writer().plan(spec, signal)).toMatchObject({ title });
    expect(asked).toBe(1);
  } finally {
    end();
  }
});

it('what a reader says instead stands as the model wrote it where our code throws on it', async () => {
  const say = sayingOf('cleanText');
  const wrong = { line: 0, finding: 'wrong' as const, facts: [], words: '' };
  reply = { judgments: [{ ...wrong, say }] };
  const line = { speaker: 'A' as const, text: 'It cost much.', basis: 'fact' as const };
  const around = { place: 'middle' as const, before: [], earlier: [], facts: [], shown: [] };
  const reading = { ...around, lines: [{ ...line, facts: [], marks: [] }] };
  const end = throwOnWords();
  try {
    const found = [];
    for await (const judgment of writer().read(spec, reading, signal)) found.push(judgment);
    expect(found).toEqual([{ ...wrong, say }]);
  } finally {
    end();
  }
});

it('other words for refused lines are as any line, and neither a refusal nor what was not asked for', async () => {
  const end = throwOnWords();
  try {
    const odd = sayingOf('cleanText');
    const texts = ['A: **Lock** it.', odd, "I'm sorry, but I can't help with that.", ' ', 'More.'];
    reply = { rewritten: texts.map((text, line) => ({ line, text })) };
    const exchange = { before: [], lines: [], refused: [0, 1, 2, 3], why: 'filter' as const };
    const words = await writer().rewrite(spec, exchange, signal);
    expect([...words]).toEqual([
      [0, 'Lock it.'],
      [1, odd],
    ]);
  } finally {
    end();
  }
});
