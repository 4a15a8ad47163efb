import OpenAI from 'openai';
import { z } from 'zod';
import { timeCall, watchCall } from '../provider.ts';
import type { RetryPolicy } from '../retry.ts';
import { broken, failureOf, PROVIDER, rejected } from './failures.ts';
import type { Question } from './prompts.ts';
import { type Asker, bodyOf, type Correction, textOf } from './request.ts';
import type { Brief } from './script.ts';
import { allowancesOf, headersOf, type Throttle } from './throttle.ts';
import { estimateTokens, meter } from './usage.ts';

export interface Account {
  apiKey: string;
  /** Null is OpenAI itself; anything else speaks its protocol. */
  baseUrl: string | null;
}

/** One question to the model, once. Everything it throws is a `ProviderFailure` or the abort. */
export interface Model {
  /** The text of the whole answer. */
  ask(question: Question, corrections: Correction[], signal: AbortSignal): Promise<string>;
  /** The text of the answer as it arrives. Ending early closes the connection. */
  listen(question: Question, signal: AbortSignal): AsyncGenerator<string, void>;
}

/** Models decline harmless topics now and then: a rejection is worth one more try. */
export const scriptRetries: RetryPolicy = {
  attempts: { busy: 4, broken: 4, rejected: 2 },
  firstWait: 500,
  longestWait: 20_000,
  total: 180_000,
  idle: 45_000,
};

export function connect({ apiKey, baseUrl }: Account, patience: RetryPolicy): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The SDK would also try again when the account is out of credit; we do not.
    maxRetries: 0,
    timeout: patience.total,
    logLevel: 'off',
    // An address that a provider names is not one that we chose.
    fetchOptions: { redirect: 'error' },
  });
}

const completion = z.object({
  choices: z.tuple([
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ]),
});

/** With what, and with how much patience, models are asked. */
interface Line {
  client: OpenAI;
  patience: RetryPolicy;
  /** Whoever else asks with the same account; without it, nobody. */
  throttle: Throttle | undefined;
}

/** The model as it is spoken to about one episode. */
export function modelFor(line: Line, asker: Asker, brief: Brief): Model {
  const { client, patience } = line;
  const name = asker.model;
  return {
    async ask(question, corrections, signal) {
      const body = bodyOf(asker, brief, question, corrections);
      const answered = await waitTurn(line, body, signal);
      // Nothing of it comes before all of it: an outline takes a model some ten seconds.
      const whole = Math.min(patience.total, 2 * patience.idle);
      const by = watchCall(PROVIDER, signal, { total: whole, idle: whole });
      const used = meter(name, textOf(body), brief.onUsage);
      const end = timeCall(PROVIDER);
      try {
        const request = client.chat.completions.create(body, { signal: by.signal });
        const { data: reply, response } = await request.withResponse();
        answered(response.headers);
        used.acceptStream(reply);
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

    async *listen(question, signal) {
      const body = {
        ...bodyOf(asker, brief, question, []),
        stream: true as const,
        stream_options: { include_usage: true },
      };
      const answered = await waitTurn(line, body, signal);
      const by = watchCall(PROVIDER, signal, patience);
      const used = meter(name, textOf(body), brief.onUsage);
      const end = timeCall(PROVIDER);
      try {
        const request = client.chat.completions.create(body, { signal: by.signal });
        const { data: events, response } = await request.withResponse();
        answered(response.headers);
        let finish: string | null = null;
        for await (const event of events) {
          by.alive();
          const choice = event.choices?.[0];
          used.acceptStream(event, choice?.delta?.content ?? '');
          if (choice?.delta?.refusal) throw rejected('the model declined');
          finish = choice?.finish_reason ?? finish;
          if (choice?.delta?.content) yield choice.delta.content;
        }
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
 * Waits until the account's limits have room for the call, before any of its deadlines begins. What
 * is returned is to be told the headers of the answer, or that there are none.
 */
async function waitTurn(
  { client, throttle }: Line,
  body: ReturnType<typeof bodyOf>,
  signal: AbortSignal,
): Promise<(headers: Headers | undefined) => void> {
  if (!throttle) return () => {};
  const quota = `${new URL(client.baseURL).host} ${body.model}`;
  // What may be answered counts against the limit as well, before anything is.
  const tokens = estimateTokens(textOf(body)) + body.max_completion_tokens;
  const answered = await throttle.enter({ quota, tokens }, signal);
  return (headers) => answered(allowancesOf(headers));
}

/** What a call that went wrong throws: the abort, why we gave up on it, or the provider's failure. */
function failed(error: unknown, signal: AbortSignal, end: (error: unknown) => void): unknown {
  const failure = signal.aborted ? signal.reason : failureOf(error);
  end(failure);
  return failure;
}

function readCompletion(reply: unknown): string {
  const read = completion.safeParse(reply);
  if (!read.success) throw broken('the answer is no completion');
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
