import type OpenAI from 'openai';
import { z } from 'zod';
import { guarded } from '../../base/kit/guarded.ts';
import { type Deadlines, timeCall, watchCall } from '../../base/kit/provider.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { declines } from '../script/cleanLines.ts';
import type { ScriptSpec } from '../script/scriptWriter.ts';
import { inAnyForm } from './anyForm.ts';
import type { FormedModel, Model } from './asking.ts';
import { broken, failureOf, PROVIDER, rejected } from './modelFailures.ts';
import { noteSpeed, ownLimits } from './ownLimits.ts';
import { allowancesOf, headersOf, type RateLimiter } from './rateLimits.ts';
import { type Asker, bodyOf, textOf } from './request.ts';
import { estimateTokens, meter } from './usage.ts';

/** Models decline harmless topics now and then: a rejection is worth one more try. */
export const scriptRetries: RetryPolicy = {
  attempts: { busy: 4, broken: 4, rejected: 2 },
  firstWait: 500,
  longestWait: 20_000,
  total: 180_000,
  idle: 45_000,
};

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
  const hosts = { A: spec.hostA, B: spec.hostB };
  const server = `${connection.client.baseURL} ${asker.model}`;
  return inAnyForm(formedModel(connection, asker, spec, server), server, (answer) =>
    guarded('a refusal', answer, () => declines(answer, hosts), false),
  );
}

function formedModel(
  connection: Connection,
  asker: Asker,
  spec: ScriptSpec,
  server: string,
): FormedModel {
  const { client, policy, isOwn } = connection;
  const name = asker.model;
  const limitsOf = (body: ReturnType<typeof bodyOf>, usual: Deadlines): Deadlines => {
    const tokens = { asked: estimateTokens(textOf(body)), most: body.max_completion_tokens };
    return isOwn ? ownLimits(server, tokens, policy) : usual;
  };
  return {
    async ask(question, asking, signal) {
      const body = bodyOf(asker, spec, question, asking);
      const answered = await waitTurn(connection, body, signal);
      // The answer comes in one piece: an outline takes some ten seconds.
      const usual = Math.min(policy.total, 2 * policy.idle);
      const { total } = limitsOf(body, { total: usual, idle: usual });
      const by = watchCall(PROVIDER, signal, { total, idle: total });
      const used = meter(name, textOf(body), spec.onUsage);
      const end = timeCall(PROVIDER);
      try {
        const options = { signal: by.signal, timeout: total };
        const request = client.chat.completions.create(body, options);
        const { data: reply, response } = await request.withResponse();
        answered(response.headers);
        used.add(reply);
        return readCompletion(reply);
      } catch (error) {
        answered(headersOf(error));
        throw failed(error, by.signal, end);
      } finally {
        end();
        by.end();
        used.end();
      }
    },

    async *stream(question, asking, signal) {
      const body = {
        ...bodyOf(asker, spec, question, asking),
        stream: true as const,
        stream_options: { include_usage: true },
      };
      const answered = await waitTurn(connection, body, signal);
      const limits = limitsOf(body, policy);
      const by = watchCall(PROVIDER, signal, limits);
      const used = meter(name, textOf(body), spec.onUsage);
      const end = timeCall(PROVIDER);
      try {
        const began = performance.now();
        let firstAt = 0;
        let answer = '';
        const options = { signal: by.signal, timeout: limits.total };
        const request = client.chat.completions.create(body, options);
        const { data: events, response } = await request.withResponse();
        answered(response.headers);
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
            noteSpeed(server, 'reading', firstAt - began, estimateTokens(textOf(body)));
          }
          answer += piece;
          yield piece;
        }
        noteSpeed(server, 'writing', performance.now() - firstAt, estimateTokens(answer));
        // The SDK ends an aborted stream as quietly as a finished one.
        by.signal.throwIfAborted();
        checkFinish(finish);
      } catch (error) {
        answered(headersOf(error));
        throw failed(error, by.signal, end);
      } finally {
        end();
        by.end();
        used.end();
      }
    },
  };
}

/**
 * Waits before any deadline begins. The caller must call the returned function with the headers of
 * the answer, or with undefined if there are none.
 */
async function waitTurn(
  { client, rateLimiter }: Connection,
  body: ReturnType<typeof bodyOf>,
  signal: AbortSignal,
): Promise<(headers: Headers | undefined) => void> {
  if (!rateLimiter) return () => {};
  const quota = `${new URL(client.baseURL).host} ${body.model}`;
  // The longest possible answer counts against the limit from the start.
  const tokens = estimateTokens(textOf(body)) + body.max_completion_tokens;
  const answered = await rateLimiter.enter({ quota, tokens }, signal);
  return (headers) => answered(allowancesOf(headers));
}

function failed(error: unknown, signal: AbortSignal, end: (error: unknown) => void): unknown {
  const failure = signal.aborted ? signal.reason : failureOf(error);
  end(failure);
  return failure;
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
