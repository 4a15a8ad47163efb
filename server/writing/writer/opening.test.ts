import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { type ModelAnswer, type ModelRequest, openModelServer } from '../../testing/modelServer.ts';
import { scriptRetries } from '../model/model.ts';
import { AGAIN, systemPrompt } from '../prompts/prompts.ts';
import type { Fact, OpeningPiece, ScriptSpec, ScriptWriter } from '../script/scriptWriter.ts';
import { openaiWriter } from './openaiWriter.ts';

/** A model that gives the next of `answers` to each request, and then repeats the last one. */
let answers: ModelAnswer[] = [];
let asked: ModelRequest[] = [];
let writer: ScriptWriter;
let server: Awaited<ReturnType<typeof openModelServer>>;
beforeAll(async () => {
  server = await openModelServer((request) => {
    asked.push(request);
    return answers[asked.length - 1] ?? answers.at(-1) ?? {};
  });
  const account = { apiKey: 'sk-test', baseUrl: server.baseUrl, model: 'm' };
  writer = openaiWriter(account, { ...scriptRetries, firstWait: 1 });
});
afterAll(() => server.close());

const never = new AbortController().signal;
const spec: ScriptSpec = {
  episode: 'ep',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'Rachel',
  hostB: 'Adam',
};
const fact: Fact = {
  number: 1,
  text: 'A purr lies between twenty-five and a hundred and fifty hertz.',
  quote: 'Purring ranges from 25 to 150 Hz',
  paragraph: 'Cats purr. Purring ranges from 25 to 150 Hz.',
  source: 1,
  from: 'Purr, Openpedia',
  strength: 'says',
};

const TITLE = 'The Hum in the Armchair';
const HOOK = [
  'Suppose somebody left an engine running on your lap and went to sleep on top of it.',
  "Then I'd want to know what it's burning.",
  'And it stops the moment you stop. So who is driving, you or the cat?',
  "I'd have said that the cat is. I'd like to be wrong about it, though.",
  'What would it take for you to be wrong?',
  'Somebody who has looked inside.',
  'Has anybody looked?',
  "Not me, and you aren't holding still long enough to be asked.",
];
const spokenBy = (text: string, at: number) => ({ speaker: at % 2 ? 'B' : 'A', text });
const json = (title: string, said: (string | object)[]) =>
  JSON.stringify({
    title,
    lines: said.map((line, at) => (typeof line === 'string' ? spokenBy(line, at) : line)),
  });

/** What arrives when the model gives these answers, and the failure at its end. */
async function opened(given: ModelAnswer[], change: Partial<ScriptSpec> = {}) {
  answers = given;
  asked = [];
  const pieces: OpeningPiece[] = [];
  let failure: unknown = null;
  try {
    for await (const piece of writer.open({ ...spec, ...change }, never)) pieces.push(piece);
  } catch (error) {
    failure = error;
  }
  const lines = pieces.flatMap((piece): ScriptLine[] => ('line' in piece ? [piece.line] : []));
  return { pieces, lines, texts: lines.map(({ text }) => text), failure };
}
const dataOf = ({ messages }: ModelRequest) =>
  Object.assign({}, ...messages.map((m) => JSON.parse(m)));

test('the title comes first and each line after it, the last one, too', async () => {
  const { pieces, texts } = await opened([{ content: json(TITLE, HOOK) }]);
  expect(pieces[0]).toEqual({ title: TITLE });
  expect(texts).toEqual(HOOK);
  expect(asked.map(({ call }) => call)).toEqual(['opening']);
});

test('it ends before a line that would make it longer than 100 words', async () => {
  const long = `${'Nobody has ever asked it what it is humming about, or for whom, '.repeat(4)}?`;
  const said = [...HOOK.slice(0, 4), long];
  expect((await opened([{ content: json(TITLE, said) }])).texts).toEqual(HOOK.slice(0, 4));
});

test.each([
  'Hello, everyone!',
  "And I'm Adam. So what is it burning?",
  "Today we're talking about cats.",
  "Then let's ask the rude question first. What if it doesn't?",
])('"%s" is heard where it was written', async (line) => {
  const said = [...HOOK.slice(0, 2), line, ...HOOK.slice(2)];
  expect((await opened([{ content: json(TITLE, said) }])).texts).toEqual(said);
});

test('a title is plain text of at most 90 characters, cut at a word', async () => {
  const title = `## **Why** purr? ${'A very long thought about it. '.repeat(5)}`;
  const { pieces } = await opened([{ content: json(title, HOOK) }]);
  const [{ title: shown } = { title: '' }] = pieces.filter((piece) => 'title' in piece);
  expect(shown).toMatch(/^Why purr\? A very long .*\w$/);
  expect(shown.length).toBeLessThanOrEqual(90);
  expect(title.replace(/[#*]/g, '')).toContain(`${shown} `);
});

test('a stream that is cut is gone on with: its title and lines stand', async () => {
  const cut = json(TITLE, HOOK).slice(0, json(TITLE, HOOK.slice(0, 2)).length - 2);
  const rest = json('Another title', HOOK.slice(2));
  const { pieces, texts } = await opened([{ content: cut, finish: null }, { content: rest }]);
  expect(pieces.filter((piece) => 'title' in piece)).toEqual([{ title: TITLE }]);
  expect(texts).toEqual(HOOK);
  const again = dataOf(asked[1] as ModelRequest);
  expect(again).toMatchObject({
    title: TITLE,
    said: HOOK.slice(0, 2).map((text, at) => `${at ? 'B' : 'A'}: ${text}`),
    goOnAfter: `B: ${HOOK[1]}`,
  });
  expect(again.words).toBeLessThan(dataOf(asked[0] as ModelRequest).words);
});

test('a stream that is cut after 50 words and three lines is not', async () => {
  const content = json(TITLE, HOOK).slice(0, json(TITLE, HOOK.slice(0, 4)).length - 2);
  const { texts, failure } = await opened([{ content, finish: null }]);
  expect([texts, failure, asked.length]).toEqual([HOOK.slice(0, 4), null, 1]);
});

test('what is too short is gone on with, and fails where nothing follows', async () => {
  const short = { content: json(TITLE, HOOK.slice(0, 2)) };
  const { texts } = await opened([short, { content: json(TITLE, HOOK.slice(2)) }]);
  expect(texts).toEqual(HOOK);
  const { failure } = await opened([short]);
  expect(failure).toMatchObject({ trouble: 'broken' });
});

test('two long turns will do where the model has nothing more to say', async () => {
  const turns = [HOOK.slice(0, 3).join(' '), HOOK.slice(3, 6).join(' ')];
  const { texts, failure } = await opened([{ content: json(TITLE, turns) }]);
  expect([texts, failure]).toEqual([turns, null]);
  expect(asked.length).toBeGreaterThan(1);
});

test('without a title nothing is shown, and it is asked for again', async () => {
  const bare = JSON.stringify({ lines: HOOK.map(spokenBy) });
  const { pieces, texts } = await opened([{ content: bare }, { content: json(TITLE, HOOK) }]);
  expect(pieces[0]).toEqual({ title: TITLE });
  expect(texts).toEqual(HOOK);
  const { pieces: none, failure } = await opened([{ content: bare }]);
  expect([none, failure]).toEqual([[], expect.any(ProviderFailure)]);
});

const SORRY = "I'm sorry, but I can't help with that.";
test.each<[string, ModelAnswer]>([
  ['as plain text', { content: SORRY }],
  ['in the refusal field', { refusal: SORRY }],
  ['in the title', { content: json(SORRY, HOOK) }],
  ['in the lines', { content: json(TITLE, [SORRY, 'Please choose another topic.']) }],
  ['by the filter', { content: '', finish: 'content_filter' }],
])('a model that declines %s is asked once more, then it is rejected', async (_, refusal) => {
  const { pieces, failure } = await opened([refusal]);
  expect(failure).toMatchObject({ trouble: 'rejected', subject: 'order' });
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(pieces)).not.toContain('sorry');
  const { texts } = await opened([refusal, { content: json(TITLE, HOOK) }]);
  expect(texts).toEqual(HOOK);
  expect(asked.map((one) => dataOf(one).again)).toEqual([undefined, AGAIN.declined]);
});

const byOne = (from: number, to: number) =>
  HOOK.slice(from, to).map((text) => ({ speaker: 'A', text }));
const GERMAN = [
  'Stell dir vor, du stehst um vier Uhr morgens vor einer Backstube, und es riecht nach nichts.',
  'Und dann geht das Licht an. War der Bäcker arm? Man sagt, er hat alles in die Wand gemauert.',
];
const PLAIN = HOOK.map((text, at) => `${at % 2 ? '**Adam:**' : '**Rachel:**'} ${text}`).join(
  '\n\n',
);
const good = { content: json(TITLE, HOOK) };
test.each<[string, ModelAnswer[], string[], (string | undefined)[], string?]>([
  [
    'by one host is gone on with by the other',
    [{ content: json(TITLE, byOne(0, 4)) }, { content: json(TITLE, [spokenBy(HOOK[5] ?? '', 1)]) }],
    [TITLE, ...HOOK.slice(0, 4), HOOK[5] ?? ''],
    [undefined, AGAIN.oneHost],
  ],
  [
    'by one host fails',
    [{ content: json(TITLE, byOne(0, 3)) }, { content: json(TITLE, byOne(3, 5)) }, {}],
    [TITLE, ...HOOK.slice(0, 5)],
    [undefined, AGAIN.oneHost, AGAIN.oneHost, AGAIN.repeated, AGAIN.repeated],
    'broken',
  ],
  [
    'in German is asked for again, and nothing of it is shown',
    [{ content: json('Was der Bäcker vergrub', GERMAN) }, good],
    [TITLE, ...HOOK],
    [undefined, AGAIN.language],
  ],
  [
    'in English under a German title is shown',
    [{ content: json('Fernweh', HOOK) }],
    ['Fernweh', ...HOOK],
    [undefined],
  ],
  [
    'without JSON is understood',
    [{ content: `**Title:** ${TITLE}\n\n${PLAIN}` }],
    [TITLE, ...HOOK],
    [undefined],
  ],
])('an opening %s', async (_, given, shown, again, trouble) => {
  const { pieces, failure } = await opened(given);
  expect(pieces.map((piece) => ('title' in piece ? piece.title : piece.line.text))).toEqual(shown);
  expect(asked.map((one) => dataOf(one).again)).toEqual(again);
  expect((failure as ProviderFailure | null)?.trouble).toBe(trouble);
});

test('nothing of the instructions is shown or said', async () => {
  const [leak = ''] = systemPrompt(spec).split('\n');
  const good = { content: json(TITLE, HOOK) };
  const { pieces } = await opened([{ content: json(leak, HOOK) }, good]);
  expect(pieces[0]).toEqual({ title: TITLE });
  const { texts } = await opened([{ content: json(TITLE, [leak, ...HOOK]) }]);
  expect(texts).toEqual(HOOK);
});

test('chatter around the JSON is neither shown nor said', async () => {
  const content = `Sure, here's the opening:\n\`\`\`json\n${json(TITLE, HOOK)}\n\`\`\`\nEnjoy!`;
  const { pieces, texts } = await opened([{ content }]);
  expect([pieces[0], texts]).toEqual([{ title: TITLE }, HOOK]);
});

test('its lines name the facts that they rest on, where something was read', async () => {
  const factLines = HOOK.map((text, at) => ({ ...spokenBy(text, at), basis: 'fact', facts: [1] }));
  const { lines } = await opened([{ content: json(TITLE, factLines) }], { facts: [fact] });
  expect(lines[0]).toMatchObject({ basis: 'fact', facts: [1] });
  expect(dataOf(asked[0] as ModelRequest)).toMatchObject({ facts: [{ fact: 1 }] });
});

test('neither the length of the episode nor what was heard before shapes it', async () => {
  const good = [{ content: json(TITLE, HOOK) }];
  const recap = { title: 'Purring', facts: ['Lions roar.'], comparisons: [], opening: 'A lion.' };
  await opened(good);
  const [plain] = asked;
  await opened(good, { minutes: 25, earlierEpisodes: [recap] });
  expect(asked).toEqual([plain]);
});

const plan = {
  title: 'Another title',
  summary: 'S',
  sections: Array.from({ length: 6 }, (_, at) => ({ title: `${at}`, goal: 'g', weight: 1 })),
};
const opening = { title: TITLE, lines: HOOK.map((text, at) => `${at % 2 ? 'B' : 'A'}: ${text}`) };

test.each(['plan', 'edit'] as const)(
  'a %s begins with the opening and keeps its title',
  async (call) => {
    answers = [{ content: JSON.stringify(plan) }];
    asked = [];
    const begun = { ...spec, opening };
    const made = await (call === 'plan'
      ? writer.plan(begun, never)
      : Array.fromAsync(writer.edit(begun, plan, never)).then((edits) => edits.at(-1)));
    expect(made?.title).toBe(TITLE);
    expect(dataOf(asked[0] as ModelRequest)).toMatchObject({ opening });
    expect(dataOf(asked[0] as ModelRequest).wanted).toContain('"opening" has been heard');
  },
);

test('the section after a cold open is asked to greet, and after a greeting to go on', async () => {
  const wanted = async (soFar: ScriptLine[]) => {
    answers = [{ content: JSON.stringify({ lines: [spokenBy(HOOK[7] ?? '', 0)] }) }];
    asked = [];
    const place = { section: 0, words: 10, place: 'opening' as const, outline: plan };
    for await (const _ of writer.write({ ...spec, ...place, soFar }, never));
    return dataOf(asked[0] as ModelRequest).wanted;
  };
  const said = HOOK.map(spokenBy) as ScriptLine[];
  expect(await wanted(said)).toMatch(/nobody has greeted yet/);
  const greeted = await wanted([...said, { speaker: 'A', text: "Hello, I'm Rachel." }]);
  expect(greeted).toMatch(/The opening has begun/);
});

test('one that a host has filled alone ends with the first answer of the other', async () => {
  const more = (at: number) =>
    Array.from({ length: 5 }, (_, i) => `Day ${at * 5 + i} begins.`).join(' ');
  const alone = HOOK.slice(0, 5).map((text, at) => ({ speaker: 'A', text: `${text} ${more(at)}` }));
  const answer = { speaker: 'B', text: 'May I say something, too?' };
  const { texts, failure } = await opened([{ content: json(TITLE, [...alone, answer]) }]);
  expect(failure).toBeNull();
  expect(texts.at(-1)).toBe(answer.text);
});
