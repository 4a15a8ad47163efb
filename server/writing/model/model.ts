import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { timeCall, watchCall } from '../../base/kit/provider.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { systemPrompt } from '../prompts/prompts.ts';
import type { Question } from '../prompts/question.ts';
import { refuses } from '../script/cleanLines.ts';
import type { ScriptSpec } from '../script/scriptWriter.ts';
import { type Asking, inAnyForm, responseFormat, schemaInWords } from './anyForm.ts';
import type { Model } from './asking.ts';
import { factsOf } from './modelClient.ts';
import { broken, failureOf, PROVIDER, rejected } from './modelFailures.ts';
import { allowancesOf, type RateLimiter } from './rateLimits.ts';
import { estimateTokens, meter, noteSpeed, ownLimits } from './usage.ts';

/** Models decline harmless topics now and then: a rejection is worth one more try. */
export const scriptRetries: RetryPolicy = {
  attempts: { busy: 4, broken: 4, rejected: 2 },
  firstWait: 500,
  longestWait: 20_000,
  total: 180_000,
  idle: 45_000,
};

interface Asker {
  model: string;
  safetyIdentifier?: string | undefined;
}

const completion = z.object({
  choices: z.tuple([
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ]),
});

interface Connection {
  client: OpenAI;
  policy: RetryPolicy;
  isOwn: boolean;
  /** Shared with other processes of the account; without it there is no limit. */
  rateLimiter: RateLimiter | undefined;
}

export function modelFor(connection: Connection, asker: Asker, spec: ScriptSpec): Model {
  const { client, policy, isOwn, rateLimiter } = connection;
  const hosts = { A: spec.hostA, B: spec.hostB };
  const server = `${client.baseURL} ${asker.model}`;

  /** A stream comes in pieces, any other answer in one. */
  async function* answerTo(
    question: Question,
    asking: Asking,
    isStream: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    const body = bodyOf(asker, spec, question, asking);
    const sent = textOf(body);
    const tokens = { asked: estimateTokens(sent), most: body.max_completion_tokens };
    const quota = `${new URL(client.baseURL).host} ${asker.model}`;
    // No deadline runs yet. The longest possible answer counts against the limit from the start.
    const turn = { quota, tokens: tokens.asked + tokens.most };
    const answered = await rateLimiter?.enter(turn, signal);
    // Nothing comes before the end of a whole answer: an outline takes some ten seconds.
    const usual = isStream ? policy : { ...policy, total: Math.min(policy.total, 2 * policy.idle) };
    const { total, idle } = isOwn ? ownLimits(server, tokens, policy) : usual;
    const by = watchCall(PROVIDER, signal, { total, idle: isStream ? idle : total });
    const used = meter(asker.model, sent, spec.onUsage);
    const end = timeCall(PROVIDER);
    const options = { signal: by.signal, timeout: total };
    const { completions } = client.chat;
    try {
      if (!isStream) {
        const { data, response } = await completions.create(body, options).withResponse();
        answered?.(allowancesOf(response.headers));
        used.add(data);
        yield readCompletion(data);
        return;
      }
      const began = performance.now();
      let firstAt = 0;
      let answer = '';
      const streamed = { stream: true, stream_options: { include_usage: true } } as const;
      const request = completions.create({ ...body, ...streamed }, options);
      const { data: events, response } = await request.withResponse();
      answered?.(allowancesOf(response.headers));
      let finish: string | null = null;
      for await (const event of events) {
        by.alive();
        const choice = event?.choices?.[0];
        used.add(event, choice?.delta?.content ?? '');
        if (choice?.delta?.refusal) throw rejected('the model declined');
        finish = choice?.finish_reason ?? finish;
        const piece = choice?.delta?.content;
        if (!piece) continue;
        if (!answer) {
          firstAt = performance.now();
          noteSpeed(server, 'reading', firstAt - began, tokens.asked);
        }
        answer += piece;
        yield piece;
      }
      noteSpeed(server, 'writing', performance.now() - firstAt, estimateTokens(answer));
      // The SDK ends an aborted stream as quietly as a finished one.
      by.signal.throwIfAborted();
      checkFinish(finish);
    } catch (error) {
      const headers = error instanceof OpenAI.APIError ? error.headers : undefined;
      answered?.(allowancesOf(headers));
      const failure = by.signal.aborted ? by.signal.reason : failureOf(error);
      end(failure);
      throw failure;
    } finally {
      end();
      by.end();
      used.end();
    }
  }

  return inAnyForm(answerTo, server, (answer) => refuses(answer, hosts));
}

function readCompletion(reply: unknown): string {
  const read = completion.safeParse(reply);
  if (!read.success) throw broken('the answer is not a completion');
  const [{ message, finish_reason }] = read.data.choices;
  if (message.refusal) throw rejected('the model declined');
  checkFinish(finish_reason ?? null);
  return message.content ?? '';
}

function checkFinish(reason: string | null) {
  if (reason === 'content_filter') throw rejected('the answer was filtered');
  if (reason === 'length') throw broken('the answer was cut for its length');
  if (reason === null) throw broken('the answer was cut');
}

export function bodyOf(
  { model, safetyIdentifier }: Asker,
  spec: ScriptSpec,
  question: Question,
  { corrections, form }: Asking,
) {
  const { effort: least, hasBreakpoints, isOpenai } = factsOf(model);
  const effort = least && question.thinks ? 'low' : least;
  const data = question.data.map((part, index) => ({
    role: 'user' as const,
    content: marked(JSON.stringify(part), hasBreakpoints && index < (question.kept ?? 0)),
  }));
  const instructions = question.system ?? systemPrompt(spec);
  const inWords = form === 'schema' ? '' : schemaInWords(question);
  return {
    model,
    messages: [
      { role: 'system' as const, content: instructions + inWords },
      ...data,
      ...corrections.flatMap(({ reply, reason }) => [
        { role: 'assistant' as const, content: reply },
        { role: 'user' as const, content: `That does not fit: ${reason}. Answer again, whole.` },
      ]),
    ] satisfies ChatCompletionMessageParam[],
    ...(isOpenai && { prompt_cache_key: spec.episode }),
    ...(isOpenai && safetyIdentifier && { safety_identifier: safetyIdentifier }),
    // Else the end of every request is cached too, which costs, and is never read again.
    ...(hasBreakpoints && { prompt_cache_options: { mode: 'explicit' as const } }),
    max_completion_tokens: question.most,
    ...(effort && { reasoning_effort: effort }),
    ...responseFormat(form, question),
  };
}

type Body = ReturnType<typeof bodyOf>;

/** The provider caches everything up to the end of a marked message. */
function marked(text: string, isMarked: boolean) {
  if (!isMarked) return text;
  const prompt_cache_breakpoint = { mode: 'explicit' as const };
  return [{ type: 'text' as const, text, prompt_cache_breakpoint }];
}

function textOf({ messages }: Body): string {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? content : content.map((p) => p.text)))
    .join('\n');
}
