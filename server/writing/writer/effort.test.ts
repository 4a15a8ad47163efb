import { expect, test } from 'vitest';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { standinForFile } from '../../testing/standin.ts';
import { bodyOf, scriptRetries } from '../model/model.ts';
import { planQuestion } from '../prompts/prompts.ts';
import type { ScriptSpec } from '../script/scriptWriter.ts';
import { openaiWriter } from './openaiWriter.ts';
import { tryWriting } from './trial.ts';

/* How much a model is told to think, as an account that is strict about parameters takes it. */

const standin = standinForFile('openai', openaiStandin);
const spec: ScriptSpec = {
  ...{ episode: 'ep-1', topic: 'Why do cats purr?', tone: 'Normal', style: 'Conversation' },
  ...{ minutes: 10, hostA: 'Rachel', hostB: 'Adam' },
};

test.each([
  ['gpt-6.1-terra', 'low', 'none'],
  ['gpt-6-luna', 'low', 'none'],
  ['gpt-5.1', 'low', 'none'],
  ['gpt-5-mini', 'low', 'minimal'],
  ['o4-mini', 'low', 'low'],
  ['gpt-5-chat-latest', undefined, undefined],
  ['gpt-4o-mini', undefined, undefined],
])(
  '%s thinks a little about the plan (%s), as little as it can about its lines (%s), and takes both',
  async (model, plan, lines) => {
    const question = planQuestion(spec);
    const asking = { corrections: [], form: 'schema' as const };
    expect(bodyOf({ model }, spec, question, asking).reasoning_effort).toBe(plan);
    const unthinking = { ...question, thinks: false };
    expect(bodyOf({ model }, spec, unthinking, asking).reasoning_effort).toBe(lines);

    standin.accounts.write({ openai: { strict: true } });
    const writer = openaiWriter({ ...standin.address, model }, { ...scriptRetries, attempts: {} });
    const signal = AbortSignal.timeout(10_000);
    expect((await writer.plan(spec, signal)).sections.length).toBeGreaterThan(1);
    expect(await tryWriting(writer, signal)).toBe(true);
  },
);
