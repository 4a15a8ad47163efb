import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import { hasDisconnected, waitWhileConnected } from '../connection.ts';
import { tokensOf } from './wire.ts';

/** `record` is called before the end of the answer is sent. */
interface Sending {
  model: string;
  content: string;
  refused: boolean;
  finish: 'stop' | 'length' | 'content_filter';
  inputTokens: number;
  cachedTokens: number;
  /** Null for a model that does not report cache writes. */
  cacheWriteTokens: number | null;
  /** Milliseconds before the first token, then tokens per second; 0 sends all at once. */
  firstToken: number;
  tokensPerSecond: number;
  record(outputTokens: number, finished: boolean): void;
}

const CHUNK = { paced: 3, unpaced: 12 };

/** Sends the answer whole, after the time that its tokens would have taken. */
export async function sendWhole(res: Response, sending: Sending): Promise<void> {
  const tokens = tokensOf(sending.content).length;
  const { tokensPerSecond, firstToken } = sending;
  const writing = tokensPerSecond ? (tokens / tokensPerSecond) * 1000 : 0;
  if (!(await waitWhileConnected(res, firstToken + writing))) return sending.record(0, false);
  sending.record(tokens, true);
  const { content, refused } = sending;
  res.json({
    ...head('chat.completion', sending),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refused ? null : content,
          refusal: refused ? content : null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: sending.finish,
      },
    ],
    usage: usage(sending, tokens),
  });
}

export async function sendStream(res: Response, sending: Sending, withUsage: boolean) {
  const about = { ...head('chat.completion.chunk', sending), ...(withUsage && { usage: null }) };
  const chunk = (delta: object, finish: string | null = null) =>
    event({ ...about, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  const tokens = tokensOf(sending.content);
  const pace = sending.tokensPerSecond;
  const size = pace ? CHUNK.paced : CHUNK.unpaced;
  const field = sending.refused ? 'refusal' : 'content';

  res.status(200).set({ 'content-type': 'text/event-stream; charset=utf-8' });
  res.set('cache-control', 'no-cache').flushHeaders();
  if (!(await waitWhileConnected(res, sending.firstToken))) return sending.record(0, false);
  await write(res, chunk({ role: 'assistant', content: '', refusal: null }));
  const began = performance.now();
  for (let sent = 0; sent < tokens.length; sent += size) {
    // Due times count from the start, so that a busy machine catches up.
    const due = pace ? began + (sent / pace) * 1000 - performance.now() : 0;
    if (!(await waitWhileConnected(res, due))) return sending.record(sent, false);
    await write(res, chunk({ [field]: tokens.slice(sent, sent + size).join('') }));
    if (hasDisconnected(res)) return sending.record(sent, false);
  }
  sending.record(tokens.length, true);
  res.write(chunk({}, sending.finish));
  const total = usage(sending, tokens.length);
  if (withUsage) res.write(event({ ...about, choices: [], usage: total }));
  res.end('data: [DONE]\n\n');
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
function head(object: string, { model }: Sending) {
  const created = Math.floor(Date.now() / 1000);
  return { id: `chatcmpl-${randomUUID()}`, object, created, model, service_tier: 'default' };
}

function usage({ inputTokens, cachedTokens, cacheWriteTokens }: Sending, output: number) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: output,
    total_tokens: inputTokens + output,
    prompt_tokens_details: {
      cached_tokens: cachedTokens,
      ...(cacheWriteTokens !== null && { cache_write_tokens: cacheWriteTokens }),
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function write(res: Response, text: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('close', done);
      resolve();
    };
    if (hasDisconnected(res)) return resolve();
    res.once('close', done);
    res.write(text, done);
  });
}
