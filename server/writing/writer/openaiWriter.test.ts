import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { beforeAll, describe, expect, test } from 'vitest';
import { outline, type ScriptLine } from '#shared/script.ts';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { eventually } from '../../testing/eventually.ts';
import { standinForFile } from '../../testing/standin.ts';
import { scriptRetries } from '../model/model.ts';
import { noteSpeed, ownLimits } from '../model/usage.ts';
import type { ScriptSpec, ScriptWriter, SectionSpec } from '../script/scriptWriter.ts';
import { openaiModerator, openaiWriter } from './openaiWriter.ts';

const ATTEMPTS = 4;
const quick: RetryPolicy = { ...scriptRetries, firstWait: 5, total: 20_000, idle: 5_000 };
const never = new AbortController().signal;
const spec: ScriptSpec = {
  episode: 'ep-1',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'Rachel',
  hostB: 'Adam',
};

const model = standinForFile('openai', openaiStandin);
let writer: ScriptWriter;
beforeAll(() => {
  writer = openaiWriter({ ...model.address, model: 'gpt-6-luna' }, quick);
});

async function sectionSpec(change: Partial<SectionSpec> = {}): Promise<SectionSpec> {
  const whole = { ...spec, ...change };
  const plan = await writer.plan(whole, never);
  return { ...whole, outline: plan, section: 1, words: 250, place: 'middle', soFar: [], ...change };
}

async function all(lines: AsyncIterable<ScriptLine>): Promise<ScriptLine[]> {
  const taken: ScriptLine[] = [];
  for await (const line of lines) taken.push(line);
  return taken;
}

const countWords = (lines: ScriptLine[]) =>
  lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
const calls = (episode: string) =>
  model.purchaseLog
    .read()
    .flatMap((entry) => (entry.kind === 'llm' && entry.episode === episode ? [entry] : []));

/** A provider that answers as `handle` says; the real SDK speaks to it over real HTTP. */
async function provider(handle: RequestHandler, name = 'm') {
  const app = express().use(express.json()).use(handle);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const account = {
    apiKey: 'sk-test',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  };
  return {
    account,
    writer: openaiWriter({ ...account, model: name }, quick),
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Forwards a request to the stand-in, and up to `bytes` bytes of its answer back. */
async function forward(req: Request, res: Response, bytes: number) {
  const reply = await fetch(`${model.address.baseUrl}${req.path.slice(3)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${model.address.apiKey}`,
    },
    body: JSON.stringify(req.body),
  });
  const answer = Buffer.from(await reply.arrayBuffer());
  res.status(reply.status).type(reply.headers.get('content-type') ?? '');
  if (answer.length > bytes) res.write(answer.subarray(0, bytes), () => res.destroy());
  else res.end(answer);
}

/** The stand-in behind a bad connection. */
function proxy(bytes: (request: number) => number) {
  let request = 0;
  return provider((req, res) => void forward(req, res, bytes(++request)), 'gpt-6-luna');
}

describe('plan', () => {
  test.each([
    [10, 6],
    [15, 8],
    [20, 10],
    [25, 12],
  ])('a plan for %i minutes has %i sections, the last of them short', async (minutes, count) => {
    const plan = await writer.plan({ ...spec, minutes, episode: `plan-${minutes}` }, never);
    expect(outline.parse(plan).sections).toHaveLength(count);
    expect(plan.sections.at(-1)?.weight).toBeLessThan(1);
    expect(plan.title).not.toMatch(/[*#`]/);
    const made = { call: 'outline', section: null, finished: true };
    expect(calls(`plan-${minutes}`)).toEqual([expect.objectContaining(made)]);
  });

  test('an invalid plan is asked for again with the reason', async () => {
    const asked: { messages: { role: string; content: string }[] }[] = [];
    const good = {
      title: 'T',
      summary: 'S',
      sections: Array(2).fill({ title: 't', goal: 'g', weight: 1 }),
    };
    const replies = ['no JSON', JSON.stringify({ ...good, sections: [] }), JSON.stringify(good)];
    using other = await provider((req, res) => {
      asked.push(req.body);
      const message = { role: 'assistant', content: replies[asked.length - 1] };
      res.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    });
    expect(await other.writer.plan({ ...spec, minutes: 2 }, never)).toEqual(good);
    const last = asked[2]?.messages ?? [];
    expect(last.map(({ role }) => role).join(' ')).toBe(
      'system user assistant user assistant user',
    );
    expect(last[3]?.content).toContain('it is not JSON');
    expect(last[5]?.content).toContain('sections');
  });

  test('a plan that is still invalid after three requests is reported as broken', async () => {
    let asked = 0;
    using other = await provider((_req, res) => {
      asked++;
      const message = { role: 'assistant', content: '{"title":""}' };
      res.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
    });
    await expect(other.writer.plan(spec, never)).rejects.toMatchObject({ trouble: 'broken' });
    expect(asked).toBe(3);
  });
});

describe('section', () => {
  test('a section is about as long as asked, and the text after it repeats none of its lines', async () => {
    const asked = await sectionSpec({ episode: 'section' });
    const lines = await all(writer.write(asked, never));
    expect(countWords(lines)).toBeGreaterThan(240);
    expect(countWords(lines)).toBeLessThan(260);
    expect(new Set(lines.map(({ speaker }) => speaker))).toEqual(new Set(['A', 'B']));
    const more = await all(writer.write({ ...asked, soFar: lines.slice(-8) }, never));
    const texts = new Set(lines.map(({ text }) => text));
    expect(more.filter(({ text }) => texts.has(text))).toEqual([]);
    expect(calls('section').map(({ call, section }) => [call, section])).toEqual([
      ['outline', null],
      ['section', 1],
      ['section', 1],
    ]);
  });

  test('the first line of a section arrives long before the last', async () => {
    const asked = await sectionSpec({ episode: 'early' });
    model.faults.write({ openai: { firstToken: 50, tokensPerSecond: 600 } });
    const began = performance.now();
    const times: number[] = [];
    for await (const _ of writer.write(asked, never)) times.push(performance.now() - began);
    expect(times[0]).toBeLessThan((times.at(-1) ?? 0) / 2);
  });

  test('a section stops costing when its reader stops', async () => {
    const asked = await sectionSpec({ episode: 'stopped' });
    model.faults.write({ openai: { tokensPerSecond: 200 } });
    for await (const _ of writer.write(asked, never)) break;
    const entry = await eventually('the stream is ended', async () =>
      calls('stopped').find(({ call }) => call === 'section'),
    );
    expect(entry).toMatchObject({ finished: false });
    expect(entry.outputTokens).toBeLessThan(150);
  });

  test('an aborted section rejects with the abort reason', async () => {
    const asked = await sectionSpec({ episode: 'aborted' });
    model.faults.write({ openai: { tokensPerSecond: 200 } });
    const stop = new AbortController();
    const reason = new Error('the instance goes down');
    const reading = (async () => {
      for await (const _ of writer.write(asked, stop.signal)) stop.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
  });

  test('a section of zero words makes no request', async () => {
    const asked = await sectionSpec({ episode: 'nothing', words: 0 });
    expect(await all(writer.write(asked, never))).toEqual([]);
    expect(calls('nothing').map(({ call }) => call)).toEqual(['outline']);
  });

  test('a section by a badly behaved model is cleaned without losing a word', async () => {
    for (let episode = 0; episode < 24; episode++) {
      const asked = await sectionSpec({ episode: `manners-${episode}`, words: 400 });
      const good = await all(writer.write(asked, never));
      model.faults.write({ openai: { badHabits: true } });
      const lines = await all(writer.write(asked, never));
      model.faults.write({});
      const spoken = lines.map(({ text }) => text).join(' ');
      expect(spoken).not.toMatch(
        /[*#[\]<>`]|https?:|\p{Extended_Pictographic}|Host A|\b(?:Rachel|Adam):|\b(?:laughs|chuckles|pauses)\b/u,
      );
      for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(350);
      // No line is lost: each is spoken with all of its words, whatever the formatting.
      const bare = (text: string) => text.match(/\w+/g)?.join(' ') ?? '';
      const spokenWords = bare(spoken);
      for (const { text } of good) expect(spokenWords).toContain(bare(text));
    }
  });
});

describe('a model of one’s own', () => {
  test('that loads for long and writes five tokens a second is waited for, streamed or not', async () => {
    // All limits, and the model, at a two hundredth.
    const policy = { ...quick, attempts: {}, total: 900, idle: 225 };
    const slow = { ...model.address, model: 'gpt-6.1-terra' };
    const asked = await sectionSpec({ episode: 'slow', words: 600 });
    model.faults.write({ openai: { firstToken: 700, tokensPerSecond: 1_000 } });
    for (const isOwn of [false, true]) {
      const { plan, write } = openaiWriter({ ...slow, isOwn }, policy);
      const answers = await Promise.allSettled([all(write(asked, never)), plan(spec, never)]);
      const late = { status: 'rejected', reason: expect.objectContaining({ trouble: 'busy' }) };
      const whole = { status: 'fulfilled', value: expect.anything() };
      expect(answers).toEqual(isOwn ? [whole, whole] : [late, late]);
    }
  });

  test('that is silent for much longer than ever before is given up', () => {
    const policy = { total: 180_000, idle: 45_000 };
    const call = { asked: 2_000, most: 4_000 };
    expect(ownLimits('new', call, policy)).toEqual({ idle: 900_000, total: 1_700_000 });
    noteSpeed('quick', 'reading', 1_000, 1_000);
    noteSpeed('quick', 'writing', 20_000, 1_000);
    expect(ownLimits('quick', call, policy)).toEqual({ idle: 180_000, total: 500_000 });
    noteSpeed('slow', 'reading', 100_000, 2_000);
    noteSpeed('slow', 'writing', 200_000, 1_000);
    expect(ownLimits('slow', call, policy)).toEqual({ idle: 400_000, total: 1_200_000 });
  });
});

describe('stream that is cut', () => {
  test('a stream that is cut is continued from its last line', async () => {
    const asked = await sectionSpec({ episode: 'cut', words: 300 });
    const whole = await all(writer.write(asked, never));
    using other = await proxy((request) => (request <= 2 ? 4_000 : Number.POSITIVE_INFINITY));
    const lines = await all(other.writer.write(asked, never));
    expect(calls('cut').map(({ call }) => call)).toEqual(['outline', ...Array(4).fill('section')]);
    const texts = lines.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.slice(0, 3)).toEqual(whole.slice(0, 3).map(({ text }) => text));
    expect(countWords(lines)).toBeGreaterThan(285);
    expect(countWords(lines)).toBeLessThan(315);
  });

  test('a stream that is cut again and again is reported as broken', async () => {
    const asked = await sectionSpec({ episode: 'hopeless', words: 300 });
    using other = await proxy(() => 300);
    await expect(all(other.writer.write(asked, never))).rejects.toMatchObject({
      trouble: 'broken',
    });
    expect(calls('hopeless')).toHaveLength(1 + ATTEMPTS);
  });

  test('the request after a cut stream asks for the missing words and shows what was said', async () => {
    const asked = await sectionSpec({ episode: 'shown', words: 60 });
    const specs: { words: number; said?: string[] }[] = [];
    const said = { speaker: 'A', text: `${'that word '.repeat(19)}that end.` };
    const rest = { speaker: 'B', text: 'And the rest.' };
    const event = (content: string, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
    using other = await provider((req, res) => {
      const [, ...data] = req.body.messages.map(({ content }: { content: string }) => content);
      specs.push(Object.assign({}, ...data.map((text: string) => JSON.parse(text))));
      res.type('text/event-stream');
      if (specs.length > 1) {
        res.end(`${event(JSON.stringify({ lines: [said, rest] }), 'stop')}data: [DONE]\n\n`);
        return;
      }
      res.write(event(`{"lines":[${JSON.stringify(said)},{"spea`, null), () => res.destroy());
    });
    expect(await all(other.writer.write(asked, never))).toEqual([said, rest]);
    expect(specs.map(({ words }) => words)).toEqual([60, 20]);
    expect(specs.map((given) => given.said)).toEqual([undefined, [`A: ${said.text}`]]);
  });

  test('a stream cut after nearly all of its words is not continued', async () => {
    const asked = await sectionSpec({ episode: 'nearly', words: 40 });
    let requests = 0;
    const said = { speaker: 'A', text: `${'that word '.repeat(18)}that end.` };
    using other = await provider((_req, res) => {
      requests++;
      const content = `{"lines":[${JSON.stringify(said)},{"spea`;
      const data = { choices: [{ index: 0, delta: { content }, finish_reason: null }] };
      res.type('text/event-stream');
      res.write(`data: ${JSON.stringify(data)}\n\n`, () => res.destroy());
    });
    expect(await all(other.writer.write(asked, never))).toEqual([said]);
    expect(requests).toBe(1);
  });
});

describe('provider trouble', () => {
  const failing = (status: number, error: object, headers: Record<string, string> = {}) =>
    provider((_req, res) => {
      res
        .status(status)
        .set(headers)
        .json({ error: { message: 'no', param: null, ...error } });
    });

  test.each([
    [401, { code: 'invalid_api_key', type: 'invalid_request_error' }, 'refused'],
    [403, { code: null, type: 'insufficient_permissions' }, 'refused'],
    [404, { code: 'model_not_found', type: 'invalid_request_error' }, 'refused'],
    [429, { code: 'insufficient_quota', type: 'insufficient_quota' }, 'spent'],
    [429, { code: 'rate_limit_exceeded', type: 'tokens' }, 'busy'],
    [500, { code: null, type: 'server_error' }, 'busy'],
    [400, { code: 'content_policy_violation', type: 'invalid_request_error' }, 'rejected'],
  ])(
    'status %i with %j is reported as %s, for a plan and for a section',
    async (status, error, trouble) => {
      using other = await failing(status, error);
      await expect(other.writer.plan(spec, never)).rejects.toMatchObject({ trouble });
      const asked = await sectionSpec();
      await expect(all(other.writer.write(asked, never))).rejects.toMatchObject({ trouble });
    },
  );

  test.each([
    [400, { code: 'unsupported_value', param: 'stream' }, 'refused'],
    [400, { code: 'unsupported_value', param: 'reasoning_effort' }, 'refused'],
    [400, { code: 'unsupported_parameter', param: 'prompt_cache_options' }, 'refused'],
    [400, { code: 'unknown_parameter', param: 'safety_identifier' }, 'refused'],
    [400, { code: 'unknown_parameter', param: 'messages[1].content[0].prompt_cache_breakpoint' }],
    [400, { code: null, param: 'response_format' }, 'refused'],
    [400, { code: 'invalid_value', param: 'max_completion_tokens' }, 'refused'],
    [400, { code: 'model_not_found', param: null }, 'refused'],
    [422, { code: 'invalid_type', param: 'model' }, 'refused'],
    [404, { code: null, param: null }, 'refused'],
    [401, { code: null, message: 'Missing scopes: model.request' }, 'refused'],
    [429, { code: 'rate_limit_exceeded', message: 'Request too large for m' }, 'refused'],
    [400, { code: 'content_policy_violation', param: null }, 'rejected', 'order'],
    [400, { code: 'content_filter', param: 'prompt' }, 'rejected', 'order'],
    [403, { code: 'invalid_prompt', param: null }, 'rejected', 'order'],
    [400, { code: 'invalid_value', param: 'messages[1].content' }, 'rejected'],
    [400, { code: 'context_length_exceeded', param: 'messages' }, 'rejected'],
    [413, { code: null, param: null }, 'rejected'],
  ] as [number, object, string?, string?][])(
    'a %i with %j says whose trouble it is',
    async (status, error, trouble = 'refused', subject = undefined) => {
      using other = await failing(status, error);
      const expected = { trouble, subject };
      const hasty = openaiWriter({ ...other.account, model: 'gpt-6-luna' }, quick);
      await expect(hasty.plan(spec, never)).rejects.toMatchObject(expected);
      const moderator = openaiModerator(other.account, quick);
      await expect(moderator.moderate('bees', never)).rejects.toMatchObject(expected);
    },
  );

  test('what the model itself declines is the order’s own', async () => {
    const answers = [
      { message: { content: null, refusal: 'No.' }, finish_reason: 'stop' },
      { message: { content: '' }, finish_reason: 'content_filter' },
    ];
    for (const choice of answers) {
      using other = await provider((_req, res) => void res.json({ choices: [choice] }));
      await expect(other.writer.plan(spec, never)).rejects.toMatchObject({
        trouble: 'rejected',
        subject: 'order',
      });
    }
  });

  test.each([
    [{ code: 'invalid_api_key' }, 401, 1],
    [{ code: 'insufficient_quota' }, 429, 1],
    [{ code: 'rate_limit_exceeded' }, 429, ATTEMPTS],
    [{ code: null }, 503, ATTEMPTS],
  ])('the error %j with status %i leads to %i request(s)', async (error, status, times) => {
    let asked = 0;
    using other = await provider((_req, res) => {
      asked++;
      res.status(status).json({ error });
    });
    await expect(other.writer.plan(spec, never)).rejects.toThrow();
    expect(asked).toBe(times);
  });

  test('a short pause that the provider asks for is kept', async () => {
    const times: number[] = [];
    using other = await provider((_req, res) => {
      times.push(performance.now());
      res
        .status(429)
        .set('retry-after-ms', '120')
        .json({ error: { code: 'rate_limit_exceeded' } });
    });
    await expect(other.writer.plan(spec, never)).rejects.toThrow();
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(118);
  });

  test('a long pause that the provider asks for is reported instead of waited for', async () => {
    using other = await failing(429, { code: 'rate_limit_exceeded' }, { 'retry-after': '90' });
    const failure = { trouble: 'busy', retryAfter: 90_000 };
    await expect(other.writer.plan(spec, never)).rejects.toMatchObject(failure);
  });

  test('a plan succeeds after brief provider errors', async () => {
    let requests = 0;
    using other = await provider((req, res) => {
      requests++;
      if (requests < ATTEMPTS) res.status(503).json({ error: { message: 'busy' } });
      else void forward(req, res, Number.POSITIVE_INFINITY);
    });
    const plan = await other.writer.plan({ ...spec, episode: 'passing' }, never);
    expect(plan.sections).toHaveLength(6);
    expect(requests).toBe(ATTEMPTS);
  });

  test('garbage answers are reported as broken, for a plan and for a section', async () => {
    model.faults.write({ openai: { garbage: 1 } });
    await expect(writer.plan(spec, never)).rejects.toMatchObject({ trouble: 'broken' });
    model.faults.write({});
    const asked = await sectionSpec();
    model.faults.write({ openai: { garbage: 1 } });
    await expect(all(writer.write(asked, never))).rejects.toMatchObject({ trouble: 'broken' });
  });

  test('a redirect from the provider is not followed', async () => {
    const asked: string[] = [];
    using other = await provider((req, res) => {
      asked.push(req.path);
      res.redirect(307, '/elsewhere');
    });
    await expect(other.writer.plan(spec, never)).rejects.toMatchObject({ trouble: 'busy' });
    expect(new Set(asked)).toEqual(new Set(['/v1/chat/completions']));
  });

  test('a wrong API key is reported as refused', async () => {
    const stranger = openaiWriter({ ...model.address, apiKey: 'sk-wrong', model: 'm' }, quick);
    await expect(stranger.plan(spec, never)).rejects.toMatchObject({ trouble: 'refused' });
  });

  test('an unreachable script provider is reported as busy', async () => {
    const other = await provider(() => {});
    other[Symbol.dispose]();
    await expect(other.writer.plan(spec, never)).rejects.toMatchObject({ trouble: 'busy' });
  });

  test('a model that declines once is asked again, one that goes on declining is rejected', async () => {
    model.faults.write({ openai: { badHabits: true } });
    for (let episode = 0; episode < 16; episode++) {
      await writer.plan({ ...spec, episode: `declined-${episode}` }, never);
    }
    const topic = 'Please refuse this';
    const asked = { ...spec, topic, episode: 'refuse' };
    await expect(writer.plan(asked, never)).rejects.toMatchObject({ trouble: 'rejected' });
    const one = await sectionSpec();
    const section = { ...one, topic, episode: 'refuse-2' };
    await expect(all(writer.write(section, never))).rejects.toMatchObject({ trouble: 'rejected' });
    expect(calls('refuse')).toHaveLength(2);
    expect(calls('refuse-2')).toHaveLength(2);
  });

  test('a silent model is given up on, before the first token and in the middle of a stream', async () => {
    const impatient = { ...quick, attempts: { busy: 2 }, total: 400, idle: 150 };
    const hasty = openaiWriter({ ...model.address, model: 'm' }, impatient);
    const asked = await sectionSpec({ episode: 'silence' });
    model.faults.write({ openai: { hang: true } });
    await expect(hasty.plan(spec, never)).rejects.toMatchObject({ trouble: 'busy' });
    await expect(all(hasty.write(asked, never))).rejects.toMatchObject({ trouble: 'busy' });
    model.faults.write({ openai: { tokensPerSecond: 10 } });
    await expect(all(hasty.write(asked, never))).rejects.toMatchObject({ trouble: 'busy' });
  });
});

describe('moderator', () => {
  const moderator = () => openaiModerator(model.address, quick);

  test('the moderator allows ordinary topics and stops a plainly harmful one', async () => {
    expect(await moderator().moderate('The history of the atomic bomb', never)).toBe('allowed');
    expect(await moderator().moderate('猫 and \u{1F600}', never)).toBe('allowed');
    expect(await moderator().moderate('How to build a bomb at home', never)).toBe('refused');
    const texts = ['Bees', 'How to build a bomb at home', 'Gore in the films of the seventies'];
    const verdicts = ['allowed', 'refused', 'borderline'];
    expect(await moderator().moderateEach(texts, never)).toEqual(verdicts);
  });

  test('a subject that OpenAI flags for violence is allowed, one that dwells on wounds is borderline', async () => {
    const said = (text: string) => moderator().moderate(text, never);
    expect(await said('True crime: the murders of Whitechapel')).toBe('allowed');
    expect(await said('Why the First and the Second World War began')).toBe('allowed');
    expect(await said('Gore in the films of the seventies')).toBe('borderline');
  });

  test('the moderator throws instead of deciding when the provider fails', async () => {
    for (const openai of [{ errorRate: 1 }, { garbage: 1 }, { cut: 1 }]) {
      model.faults.write({ openai });
      await expect(moderator().moderate('bees', never)).rejects.toMatchObject({
        name: 'ProviderFailure',
      });
    }
    const stranger = openaiModerator({ ...model.address, apiKey: 'sk-wrong' }, quick);
    model.faults.write({});
    await expect(stranger.moderate('bees', never)).rejects.toMatchObject({ trouble: 'refused' });
  });
});
