import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { openWitness } from '../../server/reading/witness/witness.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import { greets } from '../../server/writing/script/cleanLines.ts';
import { countWords } from '../../server/writing/script/countWords.ts';
import { sentencesOf } from '../../server/writing/script/repetition.ts';
import type {
  Fact,
  Opening,
  ScriptSpec,
  ScriptWriter,
} from '../../server/writing/script/scriptWriter.ts';
import { openaiWriter } from '../../server/writing/writer/openaiWriter.ts';
import { webPages } from '../web/webPages.ts';
import { TYPED } from './demo.ts';
import { openaiStandin } from './openai.ts';
import { type Script, scripts } from './scripts.ts';

const model = standinForFile('openai', openaiStandin);
let writer: ScriptWriter;
beforeAll(() => {
  writer = openaiWriter({ ...model.address, model: 'gpt-6-luna' });
});
beforeEach(() => void model.faults.write({ openai: { writer: 'scripts' } }));

const never = new AbortController().signal;
const hosts = { A: 'Rachel', B: 'Adam' };
const order: ScriptSpec = {
  episode: 'preview',
  topic: 'How do honey bees decide?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: hosts.A,
  hostB: hosts.B,
};
const UNKNOWN = 'Why is the kettle so loud before it boils?';
const asScripted = ({ topic, tone, style }: Script) => ({ ...order, topic, tone, style });

const bees: Fact[] = webPages
  .filter(({ subject }) => subject === 'honeybees')
  .flatMap(({ title, site, published, facts }) =>
    facts.map(({ sentence }) => ({ sentence, from: `${title}, ${site}, ${published}` })),
  )
  .map(({ sentence, from }, at) => ({
    number: at + 1,
    text: sentence,
    quote: sentence,
    paragraph: sentence,
    source: 1,
    from,
    strength: 'says',
  }));

async function open(spec: ScriptSpec): Promise<{ title: string; lines: ScriptLine[] }> {
  const lines: ScriptLine[] = [];
  let title = '';
  for await (const piece of writer.open(spec, never)) {
    if ('title' in piece) title = piece.title;
    else lines.push(piece.line);
  }
  return { title, lines };
}

const openingOf = ({ title, lines }: Awaited<ReturnType<typeof open>>): Opening => ({
  title,
  lines: lines.map(({ speaker, text }) => `${speaker}: ${text}`),
});

async function goOn(spec: ScriptSpec, cold: Awaited<ReturnType<typeof open>>, words = 300) {
  const begun = { ...spec, episode: 'order', opening: openingOf(cold) };
  const edits = writer.edit(begun, await writer.plan(begun, never), never);
  const outline = (await Array.fromAsync(edits)).at(-1);
  if (!outline) throw new Error('no outline');
  const lines: ScriptLine[] = [];
  const used = cold.lines.flatMap(({ facts = [] }) => facts);
  const use = (outline.sections[0]?.facts ?? []).filter((fact) => !used.includes(fact));
  const section = { section: 0, words, place: 'opening' as const, outline, use, used };
  for await (const line of writer.write({ ...begun, ...section, soFar: cold.lines }, never)) {
    lines.push(line);
  }
  return { outline, lines };
}

const textOf = (lines: ScriptLine[]) => lines.map(({ text }) => text).join(' ');
const greetingsIn = (lines: ScriptLine[]) =>
  lines.flatMap(({ text }) => sentencesOf(text)).filter(greets);

function fits(cold: ScriptLine[], after: ScriptLine[]) {
  const sentences = [...cold, ...after].flatMap(({ text }) => sentencesOf(text));
  const long = sentences.filter((text) => text.split(' ').length >= 7);
  expect(long.filter((text, at) => long.indexOf(text) !== at)).toEqual([]);
  expect(greetingsIn(cold)).toEqual([]);
  expect(greetingsIn(after).length).toBeGreaterThan(0);
  for (const name of Object.values(hosts)) expect(textOf(after.slice(0, 14))).toContain(name);
}

function isHook(lines: ScriptLine[]) {
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.length).toBeLessThanOrEqual(9);
  expect(countWords(lines)).toBeGreaterThanOrEqual(65);
  expect(countWords(lines)).toBeLessThanOrEqual(100);
  expect(new Set(lines.map(({ speaker }) => speaker)).size).toBe(2);
}

describe.each(scripts)('the cold open of $slug', (script) => {
  it('is heard whole, claims nothing and goes over into its first section', async () => {
    const spec = asScripted(script);
    const cold = await open(spec);
    expect(cold.title).toBe(script.title);
    expect(cold.lines.map(({ text }) => text)).toEqual(script.coldOpen.map(({ text }) => text));
    isHook(cold.lines);
    const witness = openWitness([hosts.A, hosts.B, script.topic]);
    for (const { text } of cold.lines) {
      expect([text, witness.marksIn({ text, sum: '' })]).toEqual([text, []]);
    }
    const { outline, lines } = await goOn(spec, cold);
    expect(outline.title).toBe(script.title);
    expect(lines[0]?.text).toBe(script.sections[0]?.beats[0]?.[0]?.text);
    expect(lines[0]?.speaker).not.toBe(cold.lines.at(-1)?.speaker);
    fits(cold.lines, lines);
  });
});

describe('the cold open of a topic without a script', () => {
  it.each([UNKNOWN, 'bees', '日本の発酵食品', 'why do we '.repeat(40), 'In 1816, what froze?'])(
    'reads "%s" out, and nothing does so again when a script is played instead',
    async (topic) => {
      const spec = { ...order, topic };
      const cold = await open(spec);
      expect(cold.title).toMatch(/^\S.* \(demo\)$/);
      isHook(cold.lines);
      expect(cold.lines[0]?.text).toBe(TYPED);
      const { outline, lines } = await goOn(spec, cold);
      expect(outline.title).toBe(cold.title);
      expect(lines[0]?.text).toMatch(/^An honest word: this is the demo studio/);
      expect(lines[2]?.text).toBe("It hasn't read up on what was typed in.");
      expect(textOf(lines)).not.toContain(cold.lines[1]?.text);
      fits(cold.lines, lines);
    },
  );

  it('goes over into what was read for it meanwhile', async () => {
    const cold = await open(order);
    const { outline, lines } = await goOn({ ...order, facts: bees }, cold);
    expect(outline.title).toBe('How do honey bees decide? (demo)');
    expect(lines[0]?.text).toMatch(/^Hello, I'm (?:Rachel|Adam), and this is the demo studio/);
    expect(lines[0]?.speaker).not.toBe(cold.lines.at(-1)?.speaker);
    expect(textOf(lines)).not.toContain(order.topic);
    expect(lines.flatMap(({ facts = [] }) => facts).length).toBeGreaterThan(2);
    fits(cold.lines, lines);
  });

  it('of nothing but emoji says that it holds no word', async () => {
    const cold = await open({ ...order, topic: '\u{1F419}\u{1F419}' });
    isHook(cold.lines);
    expect(cold.lines[1]?.text).toBe('It held no word that could be read out.');
    expect(cold.title).toMatch(/\(demo\)$/);
  });
});

describe.each(['scripts', 'plain'] as const)('the %s writer', (name) => {
  beforeEach(() => void model.faults.write({ openai: { writer: name } }));

  it('tells a fact or two in a cold open on facts, and none of them again', async () => {
    const spec = { ...order, facts: bees };
    const cold = await open(spec);
    isHook(cold.lines);
    const told = cold.lines.flatMap(({ facts = [] }) => facts);
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(2);
    for (const { basis, facts } of cold.lines) expect(basis === 'fact').toBe(!!facts?.length);
    const { lines } = await goOn(spec, cold);
    const later = lines.flatMap(({ facts = [] }) => facts);
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter((fact) => told.includes(fact))).toEqual([]);
    fits(cold.lines, lines);
  });

  it('goes on with a cold open that was cut', async () => {
    const spec = { ...order, topic: UNKNOWN };
    model.faults.write({ openai: { writer: name, cut: 0.5 } });
    let whole = 0;
    for (let at = 0; at < 12; at++) {
      try {
        const cold = await open({ ...spec, episode: `cut ${at}` });
        isEnough(cold.lines);
        const texts = cold.lines.map(({ text }) => text);
        expect(new Set(texts).size).toBe(texts.length);
        whole++;
      } catch (error) {
        expect(error).toMatchObject({ trouble: expect.stringMatching(/broken|busy/) });
      }
    }
    expect(whole).toBeGreaterThan(3);
  });

  it('is cleaned of what badly behaved models add', async () => {
    model.faults.write({ openai: { writer: name, badHabits: true } });
    for (let at = 0; at < 16; at++) {
      const cold = await open({ ...order, topic: UNKNOWN, episode: `habits ${at}` });
      expect(cold.title).not.toBe('');
      isEnough(cold.lines);
      expect(textOf(cold.lines)).not.toMatch(
        /[*#[\]<>`]|https?:|\p{Extended_Pictographic}|Host A/iu,
      );
    }
  });
});

function isEnough(lines: ScriptLine[]) {
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(countWords(lines)).toBeGreaterThanOrEqual(50);
  // If one host has filled it alone, the other's first line is added even so.
  const isAnswer = new Set(lines.slice(0, -1).map(({ speaker }) => speaker)).size === 1;
  expect(countWords(isAnswer ? lines.slice(0, -1) : lines)).toBeLessThanOrEqual(100);
}

it('the plain writer greets after its cold open, and says nothing of it again', async () => {
  model.faults.write({ openai: { writer: 'plain' } });
  const cold = await open(order);
  const { outline, lines } = await goOn(order, cold, 150);
  expect([cold.title, outline.title]).toEqual(Array(2).fill(`Plain talk: ${order.topic}`));
  expect(countWords(lines)).toBe(150);
  expect(lines[0]?.text).toMatch(/^Hello and welcome, I'm (?:Rachel|Adam)\.$/);
  expect(lines[0]?.text).toContain(hosts[lines[0]?.speaker ?? 'A']);
  fits(cold.lines, lines);
});

it('the title arrives long before the last line', async () => {
  model.faults.write({ openai: { writer: 'scripts', firstToken: 50, tokensPerSecond: 200 } });
  const times: number[] = [];
  const began = performance.now();
  for await (const _ of writer.open(order, never)) times.push(performance.now() - began);
  expect(times[0]).toBeGreaterThanOrEqual(50);
  expect(times[0]).toBeLessThan((times.at(-1) ?? 0) / 2);
});
