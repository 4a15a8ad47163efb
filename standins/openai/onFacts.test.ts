import OpenAI from 'openai';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { chaptersFor } from '#shared/chapters.ts';
import { demoMinutes, THEN } from '#shared/demo.ts';
import { DURATIONS } from '#shared/pricing.ts';
import type { Basis } from '#shared/script.ts';
import { openWitness } from '../../server/reading/witness/witness.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import { lineAcceptor } from '../../server/writing/script/acceptLines.ts';
import { tagsOf } from '../../server/writing/script/deliveryTags.ts';
import { faultSettings } from '../faults.ts';
import { PLANTS } from '../purchaseLog.ts';
import { webPages } from '../web/webPages.ts';
import { NOT_READ_UP, subjectOf } from './demo.ts';
import { isEnglish } from './english.ts';
import { figuresIn } from './figures.ts';
import { findFacts } from './findFacts.ts';
import { openaiStandin } from './openai.ts';
import { paraphrase } from './paraphrase.ts';
import { readLines } from './reading.ts';
import { scripts } from './scripts.ts';
import { namesIn } from './sentences.ts';
import { answer } from './writer.ts';

const model = standinForFile('openai', openaiStandin);
let client: OpenAI;
beforeAll(() => {
  const { baseUrl, apiKey } = model.address;
  client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
});
const set = (openai: z.input<typeof faultSettings>['openai']) =>
  void model.faults.write({ openai });

const hosts = { A: 'Rachel', B: 'Adam' };
const topic = 'How do honey bees decide?';
/** Names that need no source. */
const known = [hosts.A, hosts.B, topic];
const marksIn = (text: string, ...quotes: string[]) =>
  openWitness([...known, ...quotes]).marksIn({ text, sum: '' });
const USED_UP = "That's all there was to read.";

interface Fact {
  fact: number;
  says: string;
  quote?: string;
  from: string;
  disputed?: boolean;
}
interface Line {
  speaker: 'A' | 'B';
  text: string;
  basis: Basis;
  facts: number[];
}

const factsOn = (...subjects: string[]): Fact[] =>
  webPages
    .filter(({ subject }) => subjects.includes(subject))
    .flatMap(({ title, site, published, facts }) =>
      facts.map(({ sentence }) => ({
        says: sentence,
        quote: sentence,
        from: `${title}, ${site}, ${published} (a page of the web; read in full)`,
      })),
    )
    .map((fact, at) => ({ fact: at + 1, ...fact }));
const inUse = (numbers: number[]) => numbers.map((fact) => ({ fact }));
const bees = factsOn('honeybees');
const many = factsOn('honeybees', 'tea', 'clocks', 'maps');

async function ask(name: string, episode: string, messages: object[], signal?: AbortSignal) {
  const asked = {
    model: 'gpt-6-luna',
    prompt_cache_key: episode,
    messages: messages.map((data) => ({ role: 'user' as const, content: JSON.stringify(data) })),
    response_format: { type: 'json_schema' as const, json_schema: { name } },
  };
  const reply = await client.chat.completions.create(asked, { signal: signal ?? null });
  return JSON.parse(reply.choices[0]?.message.content ?? '');
}

interface Weighted {
  weight: number;
}

const textOf = ({ text }: { text: string }) => tagsOf(text).text;
const wordsIn = (lines: Line[]) => lines.map(textOf).join(' ').split(/\s+/).filter(Boolean).length;

async function episode(
  id: string,
  {
    facts = bees,
    minutes = 10,
    piece = 300,
    asked = topic,
    questions = [],
  }: {
    facts?: Fact[];
    minutes?: number;
    piece?: number;
    asked?: string;
    questions?: string[];
  } = {},
) {
  const sections = chaptersFor(minutes);
  const order = { topic: asked, hosts, minutes, facts, questions };
  const plan = await ask('outline', id, [{ task: 'outline', ...order, sections }]);
  const lines: Line[] = [];
  const requests: { wanted: number; got: Line[] }[] = [];
  const spoken: ReturnType<ReturnType<typeof lineAcceptor>>['lines'] = [];
  for (const [index, section] of plan.sections.entries()) {
    const place = index === 0 ? 'opening' : index === sections - 1 ? 'closing' : 'middle';
    // A section leaves what it does not use to the later ones, as in the product.
    const weights: number[] = plan.sections.slice(index, -1).map(({ weight }: Weighted) => weight);
    const share = (weights[0] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0);
    const words = place === 'closing' ? 90 : (minutes * 150 - 90 - wordsIn(lines)) * share;
    const accept = lineAcceptor(hosts, spoken, '');
    for (let left = words; left > 20; ) {
      const used = lines.flatMap((line) => line.facts);
      const wanted = Math.round(Math.min(left, place === 'closing' ? words : piece));
      const { title, facts: planned } = section;
      const { lines: got }: { lines: Line[] } = await ask('section', id, [
        { task: 'episode', ...order, plan: plan.sections },
        { said: spoken.map(({ speaker, text }) => `${speaker}: ${text}`) },
        {
          task: 'section',
          section: { index, title },
          place,
          words: wanted,
          use: inUse(planned.filter((fact: number) => !used.includes(fact))),
          used,
        },
      ]);
      requests.push({ wanted, got });
      lines.push(...got);
      spoken.push(...got.flatMap((line) => accept(line).lines));
      if (!got.length) break;
      left -= wordsIn(got);
    }
  }
  return { plan, lines, requests, spoken };
}

const named = (text: string) => text.replaceAll('{A}', hosts.A).replaceAll('{B}', hosts.B);
/** The facts that are told whole: a question about one says only half of it. */
const told = (lines: Line[]) =>
  lines.flatMap(({ basis, facts, text }) => (basis === 'fact' && !text.includes('"') ? facts : []));
const inOrder = (numbers: number[]) => numbers.toSorted((one, other) => one - other);
const english = (facts: Fact[]) => facts.filter(({ says }) => isEnglish(says));
const entries = (episode: string) =>
  model.purchaseLog
    .read()
    .flatMap((entry) =>
      (entry.kind === 'told' || entry.kind === 'plant') && entry.episode === episode ? [entry] : [],
    );

describe.each(['scripts', 'plain'] as const)('the %s writer on facts', (writer) => {
  it.each(DURATIONS)(
    'tells each English fact once in %i minutes, in its own figures',
    async (minutes) => {
      set({ writer });
      const { lines, spoken } = await episode(`${writer} ${minutes}`, { minutes });
      expect(inOrder(told(lines))).toEqual(english(bees).map(({ fact }) => fact));
      for (const line of lines) {
        expect(Object.keys(line)).toEqual(['speaker', 'basis', 'facts', 'sum', 'text']);
        const fact = bees.find((each) => line.facts.includes(each.fact));
        if (line.basis === 'fact') expect(line.facts).toHaveLength(1);
        if (fact && told([line]).length) expect(line.text).toContain(paraphrase(fact.says));
        expect(line.speaker).toMatch(/^[AB]$/);
      }
      // The product takes no line for a repetition.
      expect(spoken).toHaveLength(lines.length);
    },
  );

  it('has the other host say nothing that needs a source', async () => {
    set({ writer });
    const { lines } = await episode(`${writer} remarks`, { facts: many });
    const after = lines.filter(
      (_, at) => lines[at + 1]?.facts.length && lines[at - 1]?.facts.length,
    );
    const remarks = after.filter(({ facts }) => !facts.length);
    expect(remarks.length).toBeGreaterThan(10);
    for (const { text, basis } of remarks) {
      expect(['none', 'doubt', 'opinion']).toContain(basis);
      expect([text, [...figuresIn(text)], namesIn(text)]).toEqual([text, [], []]);
    }
    const repeated = lines.filter(
      ({ text }, at) => lines.findIndex((one) => one.text === text) < at,
    );
    expect(repeated).toEqual([]);
  });

  it('goes on after what was said and never tells a fact again', async () => {
    set({ writer });
    const whole = await episode(`${writer} whole`, { piece: 400, facts: many });
    const pieces = await episode(`${writer} pieces`, { piece: 60, facts: many });
    for (const { lines } of [whole, pieces])
      expect(new Set(told(lines)).size).toBe(told(lines).length);
    const said = whole.lines.map((line) => `${line.speaker}: ${textOf(line)}`);
    const { lines } = await ask('section', 'restarted', [
      { topic, hosts, facts: many },
      { said },
      {
        section: { index: 1, title: '' },
        place: 'middle',
        words: 600,
        use: inUse(many.map(({ fact }) => fact)),
        used: [],
      },
    ]);
    expect(told(lines).filter((fact) => told(whole.lines).includes(fact))).toEqual([]);
  });

  it('writes and spoils the same for the same request', () => {
    const section = { index: 1, title: '' };
    const use = inUse(bees.map(({ fact }) => fact));
    const messages = [
      { topic, hosts, facts: bees },
      { section, place: 'middle', words: 300, use, used: [] },
    ].map((data) => ({ role: 'user', content: JSON.stringify(data) }));
    const json_schema = { name: 'section' };
    const request = { model: 'm', messages, response_format: { type: 'json_schema', json_schema } };
    const faults = faultSettings.parse({ openai: { writer, plants: 0.5 } }).openai;
    const write = (attempt: number) => answer(request, { ...faults, attempt });
    expect(write(1)).toEqual(write(1));
    // A line that was cut may be told truly when it is asked for again.
    expect(write(2)).not.toEqual(write(1));
    expect(write(1).tellings?.some(({ kind }) => kind === 'plant')).toBe(true);
  });
});

describe('the demo on facts', () => {
  it('talks about the topic and does not say that it has not read up on it', async () => {
    set({ writer: 'scripts' });
    const { plan, lines } = await episode('demo');
    expect([plan.title, plan.summary]).toEqual([topic, expect.stringContaining('read up')]);
    expect(plan.sections.at(-1).title).toBe('What stays with us');
    const talk = lines.map(({ text }) => text).join(' ');
    expect(talk).not.toContain(NOT_READ_UP);
    expect(talk).toContain(topic);
    expect(lines[0]?.text).toContain(hosts.A);
    expect(lines[1]?.text).toContain(hosts.B);
  });

  it('tells what was brought, asks about it, and goes on with the script that was chosen, as it has said', async () => {
    set({ writer: 'scripts' });
    const octopuses = 'What octopuses dream about';
    const questions = ['1 How do they decide?', `2 ${THEN}${octopuses}`];
    const { plan, lines } = await episode('parts', { minutes: 15, questions });
    const titles: string[] = plan.sections.map(({ title }: { title: string }) => title);
    const again = titles.indexOf('Now as questions');
    const own = titles.indexOf('One of our own: what octopuses dream about');
    expect([again > 0, own > again, own < titles.length - 1]).toEqual([true, true, true]);
    const texts = lines.map(({ text }) => text);
    expect(texts.slice(0, 4).join(' ')).toContain(
      'as questions and answers. And what time is left is one of our own: what octopuses dream about.',
    );
    const asked = lines.flatMap(({ basis, facts }, at) =>
      basis === 'none' && facts.length ? [at] : [],
    );
    expect(asked.length).toBeGreaterThan(english(bees).length * 0.8);
    for (const at of asked) {
      const [question, reply] = lines.slice(at, at + 2);
      const [fact] = bees.filter((each) => question?.facts.includes(each.fact));
      const [start = '', end = ''] = [question, reply].map((line) => line?.text.split('"')[1]);
      const whole = fact?.says ?? '';
      expect([whole.startsWith(start), whole.endsWith(end)]).toEqual([true, true]);
      for (const { text } of lines.slice(at, at + 2)) {
        expect(marksIn(text, fact?.says ?? '')).toEqual([]);
      }
    }
    const seam = texts.indexOf(USED_UP);
    const lastTold = lines.findLastIndex((line) => told([line]).length > 0);
    expect([lastTold < (asked[0] ?? 0), (asked.at(-1) ?? 0) < seam]).toEqual([true, true]);
    expect(texts[seam + 1]).toContain('What follows is one of our own');
    const { answers } = await ask('answers', 'parts', [
      { questions, lines: texts.map((text, at) => `${at} A: ${text}`) },
    ]);
    expect(answers).toContainEqual({ question: 2, first: seam + 1, last: seam + 1 });
  });

  it.each(['honeybees', 'glowing-sea', 'clocks', 'yawning'])(
    'takes about as long on a page on %s as the form says',
    async (subject) => {
      set({ writer: 'scripts' });
      const text = english(factsOn(subject))
        .slice(0, 12)
        .map(({ says }) => says)
        .join(' ');
      const words = text.split(' ').length;
      const facts = findFacts([{ text }]).facts.map(({ says }, at) => ({
        fact: at + 1,
        says,
        from: 'My notes',
      }));
      const { lines } = await episode(`estimate ${subject}`, { facts });
      const own = wordsIn(
        lines.slice(
          0,
          lines.findIndex(({ text }) => text === USED_UP),
        ),
      );
      expect(own / 150 / demoMinutes([words])).toBeGreaterThan(0.8);
      expect(own / 150 / demoMinutes([words])).toBeLessThan(1.2);
    },
  );

  it('says once that the facts are used up, after the last of them, and goes on with one script in its order', async () => {
    set({ writer: 'scripts' });
    const { lines } = await episode('used up', { minutes: 15, piece: 120 });
    const at = lines.findIndex(({ text }) => text === USED_UP);
    expect(lines.filter(({ text }) => text.includes(USED_UP))).toHaveLength(1);
    expect(told(lines.slice(at))).toEqual([]);
    expect(lines.length - at).toBeGreaterThan(50);
    expect(new Set(lines.slice(at).map(({ basis }) => basis))).toEqual(new Set(['none']));
    const notice = lines[at + 1]?.text ?? '';
    const script = scripts.find((each) => notice.includes(subjectOf(each)));
    const written = script?.sections.flatMap(({ beats }) => beats.flat()) ?? [];
    let next = 0;
    const strangers = lines.slice(at + 2).filter((line) => {
      const place = written.findIndex(
        ({ text }, index) => index >= next && named(text) === textOf(line),
      );
      if (place >= 0) next = place + 1;
      return place < 0;
    });
    expect(next).toBeGreaterThan(40);
    expect(lines.slice(-strangers.length)).toEqual(strangers);
  });

  it('says so when one script is over and another begins', async () => {
    set({ writer: 'scripts' });
    const facts = bees.slice(0, 1);
    const { lines } = await episode('two scripts', { minutes: 25, facts });
    const begun = lines.filter(({ text }) => text.startsWith("That's as far as that goes"));
    expect(begun).toHaveLength(1);
    expect(marksIn(begun[0]?.text ?? '')).toEqual([]);
  });

  it('goes on without claims, which nothing would carry, for as long as the longest episode takes', async () => {
    set({ writer: 'scripts' });
    const facts = factsOn('sourdough').slice(0, 2);
    const { lines, requests } = await episode('little to read', { minutes: 25, facts });
    const asked = requests.reduce((sum, { wanted }) => sum + wanted, 0);
    expect(wordsIn(lines) / asked).toBeGreaterThan(0.95);
    const after = lines.slice(lines.findIndex(({ text }) => text === USED_UP));
    const marked = after.filter(({ text }) => marksIn(text).length > 0);
    expect(marked.length / after.length).toBeLessThan(0.05);
    expect(new Set(after.map(({ text }) => text)).size).toBeGreaterThan(after.length * 0.97);
  });

  it.each([
    ['its own subject', topic],
    ['the subject of a script that was not heard', 'Why do we yawn when others do?'],
  ])('says goodbye to %s where facts took all the time', async (_, asked) => {
    set({ writer: 'scripts' });
    const { lines } = await episode(`full ${asked}`, {
      asked,
      facts: many.concat(
        factsOn('glaciers', 'lighthouses').map((fact, at) => ({
          ...fact,
          fact: many.length + at + 1,
        })),
      ),
    });
    expect(lines.some(({ text }) => text === USED_UP)).toBe(false);
    expect(lines.some(({ text }) => text.includes('one of our own'))).toBe(false);
    expect(lines.slice(-2).map(({ text }) => text)).toEqual([
      'Then thanks for listening, and goodbye.',
      'Goodbye, and look after yourself.',
    ]);
  });

  it('keeps the title of its script on the subject of that', async () => {
    set({ writer: 'scripts' });
    const { plan, lines } = await episode('on topic', {
      asked: 'Why do we yawn when others do?',
      facts: factsOn('yawning').slice(0, 12),
    });
    expect(plan.summary).not.toContain('read up');
    expect(told(lines).length).toBeGreaterThan(5);
    expect(lines.some(({ text }) => text.includes('written out beforehand: why we yawn'))).toBe(
      true,
    );
  });
});

it('the plain writer tells a fact in each section of three minutes, whatever else it owes', async () => {
  set({ writer: 'plain' });
  const owes = ['How do honey bees decide?', 'Who told them?'];
  for (const words of [75, 110]) {
    const { lines } = await ask('section', `short ${words}`, [
      { topic, hosts, minutes: 3, facts: many },
      {
        section: { index: 1, title: '' },
        place: 'middle',
        words,
        use: inUse([4, 5, 6]),
        used: [],
        owes,
      },
    ]);
    expect(told(lines).length).toBeGreaterThan(0);
    expect(wordsIn(lines)).toBe(words);
  }
});

it('the plain writer writes as many words as asked for, facts included', async () => {
  set({ writer: 'plain' });
  const { requests } = await episode('exact', { piece: 150, facts: many });
  expect(requests.length).toBeGreaterThan(8);
  expect(requests.map(({ got }) => wordsIn(got))).toEqual(requests.map(({ wanted }) => wanted));
});

describe('an outline on facts', () => {
  it.each(['scripts', 'plain'] as const)(
    'uses each once, those of a source together (%s)',
    async (writer) => {
      set({ writer });
      for (const minutes of DURATIONS) {
        const sections = chaptersFor(minutes);
        const order = { topic, hosts, minutes, sections, facts: many };
        const plan = await ask('outline', 'plan', [order]);
        const numbers: number[][] = plan.sections.map(({ facts }: { facts: number[] }) => facts);
        expect(numbers).toHaveLength(sections);
        expect(numbers.flat()).toEqual(many.map(({ fact }) => fact));
        if (writer === 'plain') expect([2, 3]).toContain(numbers[0]?.length);
        expect(numbers.at(-1)).toEqual([]);
        const draft = {
          ...plan,
          sections: plan.sections.map(({ facts: _, ...rest }: { facts: number[] }) => rest),
        };
        expect((await ask('edit', 'plan', [{ ...order, draft: plan }])).sections).toMatchObject(
          plan.sections.map(({ facts }: { facts: number[] }) => ({ facts })),
        );
        const edited = await ask('edit', 'plan', [{ ...order, draft }]);
        expect(edited.sections.flatMap(({ facts }: { facts: number[] }) => facts)).toEqual(
          numbers.flat(),
        );
      }
    },
  );

  it('names the facts that contradict each other', async () => {
    const { disputed } = await ask('outline', 'plan', [{ topic, hosts, sections: 6, facts: bees }]);
    const says = disputed.map(({ fact }: { fact: number }) => bees[fact - 1]?.says);
    expect(says).toContain('A queen lays up to 2,000 eggs a day in May.');
    expect(says).toContain('The best queen laid 1,490 eggs in one day, and the mean was 1,120.');
    expect(says).not.toContain('Rain halved the number within two days.');
  });

  it('has no facts where there are none', async () => {
    const plan = await ask('outline', 'plan', [{ topic, hosts, sections: 6 }]);
    expect(JSON.stringify(plan)).not.toMatch(/"facts"|"disputed"/);
  });
});

describe('planted faults', () => {
  it('are logged with what would have been true, at about the rate set, in every kind', async () => {
    set({ writer: 'plain', plants: 0.3 });
    const logged = [];
    const lines: Line[] = [];
    for (let at = 0; at < 12; at++) {
      lines.push(...(await episode(`planted ${at}`, { facts: many })).lines);
      logged.push(...entries(`planted ${at}`));
    }
    const plants = logged.flatMap((entry) => (entry.kind === 'plant' ? [entry] : []));
    const rate = plants.length / logged.length;
    expect(rate).toBeGreaterThan(0.24);
    expect(rate).toBeLessThan(0.36);
    expect(new Set(plants.map(({ plant }) => plant))).toEqual(new Set(PLANTS));
    const written = new Set(lines.map(({ text }) => text));
    for (const { text } of logged) expect(written).toContain(text);
    for (const { text, truth } of plants) expect(text).not.toBe(truth);
  });

  it('are none by default, and all lines told are logged', async () => {
    set({ writer: 'plain' });
    const { lines } = await episode('honest');
    const logged = entries('honest');
    expect(logged.map((entry) => entry.kind === 'told' && entry.fact)).toEqual(told(lines));
  });

  it('stand where their kind says, and the stand-in’s own reader finds nearly all of them', async () => {
    set({ writer: 'plain', plants: 0.9 });
    const found: boolean[] = [];
    for (let at = 0; at < 4; at++) {
      const { lines } = await episode(`kinds ${at}`, { facts: many });
      const asked = lines.map((line, index) => ({ ...line, line: index, says: `A: ${line.text}` }));
      const { judgments } = readLines(
        [{ facts: many, lines: asked }],
        faultSettings.parse({}).openai,
      );
      const wrong = judgments.filter(({ finding }) => finding === 'wrong');
      const refused = new Set(wrong.map((one) => lines[one.line]?.text));
      for (const entry of entries(`kinds ${at}`)) {
        const { kind, text } = entry;
        if (kind === 'told') expect(refused).not.toContain(text);
        else {
          found.push(refused.has(text));
          const numbers = [text, entry.truth].map((said) => [...figuresIn(said)].sort());
          if (['number', 'moved', 'rounding'].includes(entry.plant))
            expect(numbers[0]).not.toEqual(numbers[1]);
          if (!['number', 'moved', 'rounding', 'date', 'unfounded'].includes(entry.plant))
            expect(numbers[0]).toEqual(numbers[1]);
        }
      }
    }
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.9);
  });
});

describe('a reading', () => {
  const quote = 'A queen lays up to 2,000 eggs a day in May.';
  const line = { line: 0, says: 'A: A queen lays up to 9,000 eggs.', basis: 'fact', facts: [1] };
  const messages = [
    { task: 'reading', topic },
    { facts: [{ fact: 1, says: quote, quote, from: 'T' }] },
    { lines: [line], shown: [{ line: 1, says: 'Nine Thousand Eggs' }] },
  ];
  const last = () => model.purchaseLog.read().findLast((entry) => entry.kind === 'llm');

  it('is a call of its own in the purchase log', async () => {
    set({});
    const { judgments } = await ask('reading', 'read', messages);
    expect(judgments).toMatchObject([{ line: 0, finding: 'wrong', say: quote }]);
    expect(last()).toMatchObject({ call: 'reading', episode: 'read', finished: true });
  });

  it('can be declined, answered with no JSON, or not at all until its caller leaves', async () => {
    for (const reader of ['refuses', 'garbage'] as const) {
      set({ reader });
      await expect(ask('reading', 'x', messages)).rejects.toThrow('JSON');
      expect((await ask('outline', 'x', [{ topic, hosts }])).sections).toHaveLength(6);
    }
    set({ reader: 'silent' });
    const signal = AbortSignal.timeout(300);
    await expect(ask('reading', 'left', messages, signal)).rejects.toThrow('aborted');
    await eventually('it is in the log', async () => last()?.episode === 'left');
    expect(last()).toMatchObject({ call: 'reading', outputTokens: 0, finished: false });
  });
});

test('a rewrite says what the facts say, and else nothing that would need one', async () => {
  const lines = ['A: She lays 9,000 eggs.', 'B: Does she?', 'A: 9 times!'];
  const asked = { lines: lines.map((says, line) => ({ line, says })), refused: [0, 1, 2] };
  const rewritten = async (facts: Fact[]): Promise<string[]> => {
    const reply = await ask('rewrite', 'x', [{ task: 'rewrite', ...asked, facts }]);
    return reply.rewritten.map(({ text }: { text: string }) => text);
  };
  const [told, ...rest] = await rewritten(bees.slice(0, 1));
  expect(told).toBe(bees[0]?.says);
  expect(rest.map((text) => text.endsWith('?'))).toEqual([true, false]);
  const all = [...rest, ...(await rewritten([]))];
  expect(all.flatMap((text) => [...figuresIn(text), ...namesIn(text)])).toEqual([]);
});

it('a model with bad habits says of each line what it rests on', async () => {
  set({ writer: 'plain', badHabits: true });
  const found: Line[] = [];
  for (let at = 0; at < 12; at++) {
    const reply = await client.chat.completions.create({
      model: 'gpt-6-luna',
      prompt_cache_key: `manners ${at}`,
      messages: [
        { role: 'user', content: JSON.stringify({ topic, hosts, facts: bees }) },
        {
          role: 'user',
          content: JSON.stringify({
            section: { index: 1, title: '' },
            words: 200,
            use: inUse([1, 2, 3]),
          }),
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'section' } },
    });
    const { content } = reply.choices[0]?.message ?? {};
    try {
      found.push(...JSON.parse(content ?? '').lines);
    } catch {}
  }
  expect(found.length).toBeGreaterThan(10);
  for (const { basis, facts } of found)
    expect([typeof basis, Array.isArray(facts)]).toEqual(['string', true]);
});
