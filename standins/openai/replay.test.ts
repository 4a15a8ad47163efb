import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUESTION_MAX } from '#shared/briefLimits.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import { tagsOf } from '../../server/writing/script/deliveryTags.ts';
import { openaiStandin } from './openai.ts';
import { asWritten } from './replay.ts';
import { type Script, scripts } from './scripts.ts';

const model = standinForFile('openai', openaiStandin);
let client: OpenAI;
beforeAll(() => {
  const { baseUrl, apiKey } = model.address;
  client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
});
beforeEach(() => void model.faults.write({ openai: { writer: 'scripts' } }));

const hosts = { A: 'Rachel', B: 'Adam' };
const glowing = scriptNamed('glowing-sea');
const UNKNOWN = '日本の発酵食品';

function scriptNamed(slug: string) {
  const script = scripts.find((one) => one.slug === slug);
  if (!script) throw new Error(`there is no script ${slug}`);
  return script;
}

const linesOf = ({ sections }: Script) => sections.flatMap(({ beats }) => beats.flat());

async function ask(name: string, messages: object[], fields: string[] = []) {
  const string = { type: 'string' };
  const properties = Object.fromEntries(fields.map((field) => [field, string]));
  const item = { type: 'object', properties, required: fields, additionalProperties: false };
  const sections = { type: 'array', items: item };
  const schema = {
    type: 'object',
    properties: { sections },
    required: ['sections'],
    additionalProperties: false,
  };
  const reply = await client.chat.completions.create({
    model: 'gpt-6-luna',
    prompt_cache_key: 'episode',
    messages: messages.map((data) => ({ role: 'user', content: JSON.stringify(data) })),
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
  });
  return JSON.parse(reply.choices[0]?.message.content ?? '');
}

interface Order {
  topic: string;
  style?: string;
  tone?: string;
  heard?: { title: string; facts?: string[] }[];
}
const asScripted = { topic: glowing.topic, style: glowing.style, tone: glowing.tone };
const outlineOf = (order: Order, sections = 6) =>
  ask('outline', [{ task: 'outline', hosts, sections, ...order }]);

async function lines(
  order: Order,
  request: { index: number; words: number; said?: string[] },
): Promise<{ speaker: string; text: string }[]> {
  const plan = (await outlineOf(order)).sections;
  const { index, words, said = [] } = request;
  const place = index === 0 ? 'opening' : index === plan.length - 1 ? 'closing' : 'middle';
  const section = { index, title: plan[index].title };
  const asked = { task: 'section', section, place, words };
  return (await ask('section', [{ hosts, plan, ...order }, { said }, asked])).lines;
}
const asSaid = (spoken: { speaker: string; text: string }[]) =>
  spoken.map(({ speaker, text }) => `${speaker}: ${tagsOf(text).text}`);
const textsOf = (spoken: { text: string }[]) => spoken.map(({ text }) => tagsOf(text).text);
const wordsIn = (spoken: { text: string }[]) => textsOf(spoken).join(' ').split(/\s+/).length;

describe('a topic with a script', () => {
  it.each([
    [2, ['opening', 'closing']],
    [6, glowing.sections.filter(({ from }) => from === 10).map(({ role }) => role)],
    [12, glowing.sections.map(({ role }) => role)],
  ])('gets its outline cut to %i sections', async (count, roles) => {
    const outline = { hosts, sections: count, topic: 'Tell me about the GLOWING sea, please!' };
    const { title, sections } = await ask('outline', [outline], ['role']);
    expect(title).toBe(glowing.title);
    expect(sections.map(({ role }: { role: string }) => role)).toEqual(roles);
  });

  it('gets whole beats with the hosts’ names, as many as come nearest to the words', async () => {
    const beats = glowing.sections[1]?.beats ?? [];
    const whole = beats.slice(0, 3).flat();
    const spoken = await lines(asScripted, { index: 1, words: wordsIn(whole) + 5 });
    expect(spoken.map(({ text }) => text)).toEqual(whole.map((line) => asWritten(line).text));
    expect(textsOf(spoken)).toEqual(textsOf(whole));
    const opening = textsOf(await lines(asScripted, { index: 0, words: 400 })).join(' ');
    expect(opening).toMatch(/\bRachel\b.*\bAdam\b/);
    expect(opening).not.toMatch(/[{}[\]]/);
  });

  it('is continued after what was said, however tidied, until there is no line left', async () => {
    const whole = await lines(asScripted, { index: 2, words: 2_000 });
    const tidy = asSaid(whole.slice(0, 5)).map((line) => line.replace(/!/g, '.').replace(/,/g, ''));
    const rest = await lines(asScripted, { index: 2, words: 2_000, said: tidy });
    expect(rest).toEqual(whole.slice(5));
    expect(await lines(asScripted, { index: 2, words: 300, said: asSaid(whole) })).toEqual([]);
  });

  it.each([60, 100, 160, 250])(
    'has a goodbye of about %i words that ends as written',
    async (words) => {
      const spoken = await lines(asScripted, { index: 5, words });
      expect(Math.abs(wordsIn(spoken) - words)).toBeLessThan(30);
      const last = glowing.sections.at(-1)?.beats.at(-1) ?? [];
      expect(textsOf(spoken).slice(-2)).toEqual(textsOf(last).slice(-2));
    },
  );

  it('is told to be of another style than ordered, in a line of the opening', async () => {
    const note = /this is the demo studio.*a conversation/;
    const opening = async (order: Order) =>
      textsOf(await lines(order, { index: 0, words: 400 })).join(' ');
    expect(await opening({ ...asScripted, style: 'Debate' })).toMatch(note);
    expect(await opening({ ...asScripted, tone: 'Calm' })).toContain('So the tone');
    expect(await opening(asScripted)).not.toContain('demo studio');
  });
});

describe('a topic without a script', () => {
  it('is named as it was typed, in title and opening, before another subject is played', async () => {
    const { title, summary } = await outlineOf({ topic: UNKNOWN });
    const played = scripts.find((script) => title.endsWith(`: ${script.title}`));
    expect(title).toBe(`"${UNKNOWN}" (demo): ${played?.title}`);
    expect(summary).toMatch(/^The demo studio has nothing on this subject/);
    const opening = textsOf(await lines({ topic: UNKNOWN }, { index: 0, words: 400 }));
    expect(opening[0]).toMatch(/this is the demo studio/);
    expect(opening[1]).toMatch(/^Today it's /);
    expect(opening[2]).toMatch(/^It hasn't read up on what was typed in/);
    expect(opening[3]).toBe(UNKNOWN);
    expect(opening[6]).toBe(played?.sections[0]?.beats[0]?.[0]?.text);
  });

  it('of nothing but emoji is in no title, and is told to hold no word', async () => {
    const topic = '\u{1F419}\u{1F419}';
    const { title } = await outlineOf({ topic });
    expect(scripts.map((script) => script.title)).toContain(title);
    const opening = textsOf(await lines({ topic }, { index: 0, words: 400 }));
    expect(opening[3]).toBe('It held no word that could be read out.');
  });

  it('is read out to the end of a clause when it is long, and says that there is more', async () => {
    const clause = 'my cellar is damp and smells of old boots, ';
    const opening = textsOf(await lines({ topic: clause.repeat(8) }, { index: 0, words: 400 }));
    expect(opening[3]).toBe(`${clause.repeat(4).slice(0, -2)}, and so on.`);
  });

  it('has a title of at most 120 characters, however long the topic', async () => {
    const topic = `${'why '.repeat(100)}\u{1F6B2}`;
    const { title } = await outlineOf({ topic });
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title).toMatch(/^"why why .*\.\.\." \(demo\): /);
  });

  it('is replaced by each script in turn for an account, and then by one it is told that it knows', async () => {
    const earlierEpisodes: { title: string }[] = [];
    for (const _ of scripts) {
      const order = { topic: UNKNOWN, heard: [...earlierEpisodes] };
      earlierEpisodes.unshift(await outlineOf(order));
      const opening = textsOf(await lines(order, { index: 0, words: 400 })).join(' ');
      expect(opening).not.toContain("You've heard all six");
    }
    const played = earlierEpisodes.map(({ title }) =>
      scripts.findIndex((it) => title.includes(it.title)),
    );
    expect(played.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    const again = textsOf(
      await lines({ topic: UNKNOWN, heard: earlierEpisodes }, { index: 0, words: 400 }),
    );
    expect(again.join(' ')).toContain("You've heard all six by now");
  });
});

it.each(scripts)('$slug is played to an account that renamed the other five', async (script) => {
  const renamed = async (one: Script) => {
    const lines = asSaid(linesOf(one)).map((line, index) => `${index} ${line}`);
    const { facts } = await ask('recap', [{ task: 'recap' }, { lines }]);
    const kept = facts.map((fact: string) => fact.slice(0, QUESTION_MAX));
    return { title: 'For the drive home', facts: kept };
  };
  const others = scripts.filter((one) => one !== script);
  const earlierEpisodes = await Promise.all(others.map(renamed));
  expect((await outlineOf({ topic: UNKNOWN, heard: earlierEpisodes })).title).toContain(
    script.title,
  );
  const order = { topic: UNKNOWN, heard: [...earlierEpisodes, await renamed(script)] };
  const again = textsOf(await lines(order, { index: 0, words: 400 })).join(' ');
  expect(again).toContain("You've heard all six by now");
});

describe('readings', () => {
  it.each([
    [glowing.topic, glowing.questions, 'en'],
    ['Why? And since when?', ['Why?', 'And since when?'], 'en'],
    ['bees', ['bees'], 'en'],
    [`${UNKNOWN}とは？`, [`${UNKNOWN}とは？`], 'ja'],
    ['почему небо синее', ['почему небо синее'], 'ru'],
    ['co to jest miłość', ['co to jest miłość'], 'pl'],
    ['\u{1F6B2}', [], 'en'],
  ])('the topic %s asks %j', async (topic, questions, language) => {
    expect(await ask('brief', [{ task: 'brief', topic }])).toEqual({
      questions,
      level: '',
      avoid: [],
      language,
    });
  });

  it('each question is owed by the section that answers it, or by one of the middle ones', async () => {
    const owed = async (topic: string, questions: string[]) => {
      const request = { hosts, sections: 6, topic, questions };
      const { sections } = await ask('outline', [request], ['role', 'owes']);
      return sections.map(({ owes }: { owes: number[] }) => owes);
    };
    const questions = glowing.questions.map((text, index) => `${index + 1} ${text}`);
    const answered = glowing.sections
      .filter(({ from }) => from === 10)
      .map(({ beats }) => beats.flat().flatMap(({ answers }) => answers));
    expect(await owed(glowing.topic, questions)).toEqual(answered);
    expect(await owed('Fog', ['1 What is fog?', '2 Who likes it?'])).toEqual([
      [],
      [1],
      [2],
      [],
      [],
      [],
    ]);
  });

  it('an answer is found where the script gives it, or by its words where it states what was asked for', async () => {
    const told = glowing.sections.flatMap(({ beats }) => beats.flat());
    const at = told.findIndex(({ answers }) => answers.includes(2));
    const numbered = asSaid(told.slice(0, at + 3)).map((line, index) => `${index} ${line}`);
    const questions = [`1 ${glowing.questions[1]}`, '2 Who invented paper clips?'];
    expect(await ask('answers', [{ questions }, { lines: numbered }])).toEqual({
      answers: [{ question: 1, first: at, last: at }],
    });
    const raised = '0 A: So who invented the paper clips on this desk?';
    const stated =
      '1 B: Most people name a Norwegian clerk called Johan Vaaler, but the bent wire is older than his patent.';
    const unread = "2 A: It hasn't read up on what was typed in.";
    const read = (...lines: string[]) =>
      ask('answers', [{ questions: ['1 Who invented paper clips?'] }, { lines }]);
    expect(await read(raised, stated)).toEqual({ answers: [{ question: 1, first: 1, last: 1 }] });
    expect(await read(raised, stated, unread)).toEqual({ answers: [] });
  });

  it('an edited outline is the draft, with what the schema asks for', async () => {
    const draft = await outlineOf({ topic: glowing.topic });
    const edited = await ask('edit', [{ task: 'edit', draft }]);
    const sections = draft.sections.map((section: object) => ({ role: '', owes: [], ...section }));
    expect(edited).toEqual({ ...draft, sections });
  });

  it('a recap holds the script’s follow-ups and sentences that were said', async () => {
    const told = asSaid(glowing.sections.flatMap(({ beats }) => beats.flat()));
    const recap = await ask('recap', [{ task: 'recap' }, { lines: told }]);
    expect(recap.followUps).toEqual(glowing.followUps);
    expect(recap.opening).toBe(glowing.sections[0]?.beats[0]?.[0]?.text);
    expect(recap.facts).toHaveLength(8);
    const all = told.join('\n');
    for (const sentence of [...recap.facts, ...recap.comparisons]) expect(all).toContain(sentence);
    expect(recap.comparisons.length).toBeGreaterThan(0);
  });
});
