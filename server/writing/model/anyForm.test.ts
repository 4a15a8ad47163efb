import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { localServers } from '../../testing/localServer.ts';
import type { ScriptSpec, SectionSpec } from '../script/scriptWriter.ts';
import { openaiWriter } from '../writer/openaiWriter.ts';
import { scriptRetries } from './model.ts';

/* Servers that know no strict schemas, and models that do not read them. */

const quick = { ...scriptRetries, firstWait: 5, total: 10_000, idle: 5_000 };
const never = new AbortController().signal;
const openServer = localServers();

interface Asked {
  format: 'json_schema' | 'json_object' | undefined;
  messages: { role: string; content: string }[];
}
type Answer = string | { status: number; body: object };

/** A writer on a server that answers as `answerTo` says, and what it was asked. */
async function writerOn(answerTo: (asked: Asked, number: number) => Answer) {
  const all: Asked[] = [];
  const baseUrl = await openServer((app) => {
    app.post('/v1/chat/completions', ({ body }, res) => {
      const asked = { format: body.response_format?.type, messages: body.messages };
      const answer = answerTo(asked, all.push(asked));
      if (typeof answer !== 'string') return void res.status(answer.status).json(answer.body);
      const choice = (part: object, finish: string | null) => ({
        choices: [{ index: 0, finish_reason: finish, ...part }],
      });
      if (!body.stream) return void res.json(choice({ message: { content: answer } }, 'stop'));
      res.type('text/event-stream');
      for (const content of answer.match(/[\s\S]{1,9}/g) ?? []) {
        res.write(`data: ${JSON.stringify(choice({ delta: { content } }, null))}\n\n`);
      }
      res.end(`data: ${JSON.stringify(choice({ delta: {} }, 'stop'))}\n\ndata: [DONE]\n\n`);
    });
  });
  const writer = openaiWriter({ apiKey: 'sk-test', baseUrl, model: 'm' }, quick);
  return { writer, all, forms: () => all.map(({ format }) => format) };
}

const spec: ScriptSpec = {
  ...{ episode: 'ep-1', topic: 'Why do cats purr?', tone: 'Normal', style: 'Conversation' },
  ...{ minutes: 2, hostA: 'Rachel', hostB: 'Adam' },
};
const plan = {
  title: 'Why cats purr',
  summary: 'Two friends wonder.',
  sections: Array(2).fill({ title: 'The purr', goal: 'Say why', weight: 1 }),
};
const section: SectionSpec = {
  ...{ ...spec, outline: plan, section: 0, words: 12, place: 'middle', soFar: [] },
};
const lines = [
  { speaker: 'A', text: 'Listen to how low that cat purrs tonight.' },
  { speaker: 'B', text: 'I could sleep beside that sound for hours.' },
];
const planned = JSON.stringify(plan);
const written = JSON.stringify({ lines });
const fenced = (json: string) => `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nEnjoy!`;
const refusal = (status: number, body: object) => ({ status, body });
/** vLLM's and FastAPI's manner of saying it. */
const noSchema = refusal(400, { error: { message: 'json_schema is not supported by this model' } });
const noMode = refusal(422, { detail: 'response_format is not known to this server' });

async function writtenBy(writer: {
  write(spec: SectionSpec, signal: AbortSignal): AsyncIterable<ScriptLine>;
}) {
  const taken: string[] = [];
  for await (const { text } of writer.write(section, never)) taken.push(text);
  return taken;
}
const texts = lines.map(({ text }) => text);

describe('a server that knows no strict schemas', () => {
  test('is told the schema in words, and is not asked for one again', async () => {
    const { writer, all, forms } = await writerOn(({ format }) =>
      format === 'json_schema' ? noSchema : planned,
    );
    expect(await writer.plan(spec, never)).toEqual(plan);
    expect(await writer.plan(spec, never)).toEqual(plan);
    expect(forms()).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(all[0]?.messages[0]?.content).not.toContain('"sections"');
    expect(all[1]?.messages[0]?.content).toContain('"required":["title","summary","sections"]');
  });

  test('nor any mode for JSON is asked in words alone, and its JSON is found among others', async () => {
    const { writer, forms } = await writerOn(({ format }) =>
      format === undefined ? `<think>{"title"?}</think>${fenced(planned)}` : noMode,
    );
    expect(await writer.plan(spec, never)).toEqual(plan);
    expect(forms()).toEqual(['json_schema', 'json_object', undefined]);
  });

  test('writes lines as they arrive, without what stands around them', async () => {
    const { writer, forms } = await writerOn(({ format }) =>
      format === undefined ? fenced(written) : noMode,
    );
    expect(await writtenBy(writer)).toEqual(texts);
    expect(await writtenBy(writer)).toEqual(texts);
    expect(forms()).toEqual(['json_schema', 'json_object', undefined, undefined]);
  });

  test('is told what was wrong with prose in place of lines, twice at most', async () => {
    const prose = 'Rachel: Listen to how low that cat purrs tonight.';
    const { writer, all } = await writerOn(({ format }, number) =>
      format === 'json_schema' ? noSchema : number < 4 ? prose : written,
    );
    expect(await writtenBy(writer)).toEqual(texts);
    const corrections = all.map(({ messages }) =>
      messages.filter(({ content }) => /not JSON/.test(content)),
    );
    expect(corrections.map(({ length }) => length)).toEqual([0, 0, 1, 2]);
  });

  test('is asked for JSON first, and understood when it goes on with a plain script', async () => {
    const plain = `Here you go:\n\nRachel: ${texts[0]}\nAdam: ${texts[1]}`;
    const { writer, all, forms } = await writerOn(({ format }) =>
      format === 'json_schema' ? noSchema : plain,
    );
    expect(await writtenBy(writer)).toEqual(texts);
    expect(forms()).toEqual(['json_schema', ...Array(3).fill('json_object')]);
    expect(all.at(-1)?.messages.at(-1)?.content).toMatch(/not JSON/);
  });

  test('that declines is not asked again for JSON', async () => {
    const { writer, all } = await writerOn(({ format }) =>
      format === 'json_schema' ? noSchema : "I'm sorry, but I can't help with that.",
    );
    await expect(writtenBy(writer)).rejects.toMatchObject({ trouble: 'rejected' });
    // Each rejection is worth one more try.
    expect(all).toHaveLength(3);
  });
});

test('a model that does not read the schema is told it in words, with what was wrong', async () => {
  const { writer, all, forms } = await writerOn(({ format }) =>
    format === 'json_schema' ? 'Cats purr for many reasons.' : planned,
  );
  expect(await writer.plan(spec, never)).toEqual(plan);
  expect(forms()).toEqual(['json_schema', 'json_object']);
  expect(all[1]?.messages.at(-1)?.content).toContain('it is not JSON');
});

test('a plain script of a model that does not read the schema is understood at once', async () => {
  const { writer, forms } = await writerOn(() => `A: ${texts[0]}\nB: ${texts[1]}`);
  expect(await writtenBy(writer)).toEqual(texts);
  expect(forms()).toEqual(['json_schema']);
});

test('an odd answer of a model that has answered by its schema says nothing about its server', async () => {
  const { writer, forms } = await writerOn((_asked, number) =>
    number === 2 ? 'That is odd, and no JSON.' : written,
  );
  expect(await writtenBy(writer)).toEqual(texts);
  await writtenBy(writer).catch(() => []);
  expect(await writtenBy(writer)).toEqual(texts);
  expect(new Set(forms())).toEqual(new Set(['json_schema']));
});

test.each(['{}', ' { } '])('an answer of %j is no sign of an unread schema', async (nothing) => {
  const { writer, forms } = await writerOn((_asked, number) => (number === 1 ? nothing : written));
  await writtenBy(writer).catch(() => []);
  expect(await writtenBy(writer)).toEqual(texts);
  expect(new Set(forms())).toEqual(new Set(['json_schema']));
});

test('lines of a model that does not read the schema are asked for in words', async () => {
  const { writer, forms } = await writerOn(({ format }) =>
    format === 'json_schema' ? 'Rachel: Listen.' : written,
  );
  expect(await writtenBy(writer)).toEqual(texts);
  expect(forms()).toEqual(['json_schema', 'json_object']);
});

test('a reading that does not fit is asked for again with each fault', async () => {
  const { writer, all } = await writerOn((_asked, number) =>
    JSON.stringify(number < 2 ? { followUps: 'none', facts: [], comparisons: [] } : recap),
  );
  const recap = { followUps: ['Why?'], facts: [], comparisons: [], opening: 'With a cat.' };
  expect(await writer.recap(spec, [], never)).toEqual(recap);
  expect(all[1]?.messages.at(-1)?.content).toMatch(/followUps: .*; opening: /);
});

test.each([
  ['about another parameter', 400, 'max_completion_tokens is too large', 'rejected'],
  ['of a wrong key', 401, 'no json_schema for this key', 'refused'],
])('an error %s is not taken for one about the form', async (_what, status, message, trouble) => {
  const { writer, all } = await writerOn(() => refusal(status, { error: { message } }));
  await expect(writer.plan(spec, never)).rejects.toMatchObject({ trouble });
  expect(new Set(all.map(({ format }) => format))).toEqual(new Set(['json_schema']));
});

test('an error about every form is the failure, and nothing is learnt from it', async () => {
  const { writer, forms } = await writerOn(() =>
    refusal(400, { error: { message: 'Invalid', param: 'response_format' } }),
  );
  const tried = ['json_schema', 'json_object', undefined];
  await expect(writer.plan(spec, never)).rejects.toMatchObject({ trouble: 'refused' });
  await expect(writer.plan(spec, never)).rejects.toMatchObject({ trouble: 'refused' });
  expect(forms()).toEqual([...tried, ...tried]);
});
