import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import express, { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { openPool } from '../speech/pool.ts';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { admission } from './admit.ts';
import { promptCache } from './cache.ts';
import { moderate } from './moderation.ts';
import { sendStream, sendWhole } from './reply.ts';
import { respond } from './responses.ts';
import { readSpec } from './spec.ts';
import { listVoices, say } from './speech.ts';
import { completionRequest, failure, fullText, schemaFault, textsOf, tokensOf } from './wire.ts';
import { answer } from './writer.ts';

const MAX_REQUESTS = 10_000;

const MODELS = ['gpt-6.1-terra', 'gpt-6-luna', 'omni-moderation-latest', 'gpt-standin', 'kokoro'];
/** The longest that a timer waits, in ms. */
const FOREVER = 2 ** 31 - 1;
/** Making speech takes about 2 % of its duration. */
const THREADS = 2;

const moderationRequest = z.object({ input: z.union([z.string(), z.array(z.string())]) });

export function openaiStandin(tools: StandinTools): Standin<StandinAddresses['openai']> {
  const apiKey = `sk-standin-${tools.secret('openai')}`;
  const attempts = new Map<string, number>();
  const attempt = (key: string) => {
    if (attempts.size > MAX_REQUESTS) attempts.clear();
    const count = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, count);
    return count;
  };

  const router = Router();
  const admit = admission(tools);
  const pool = openPool(THREADS);
  router.use(requireKey(apiKey, tools), express.json({ limit: '4mb' }));
  router.post(
    '/v1/chat/completions',
    admit.scope('chat'),
    admit.credit,
    admit.request('chat'),
    complete(tools, { attempt, cache: promptCache(), hasRoom: admit.hasRoom }),
  );
  router.post(
    '/v1/responses',
    admit.scope('chat'),
    admit.credit,
    admit.request('responses'),
    respond(tools, admit.hasRoom),
  );
  router.post('/v1/moderations', admit.scope('moderation'), moderations(tools));
  router.post(
    '/v1/audio/speech',
    admit.scope('speech'),
    admit.credit,
    admit.request('speech'),
    say(tools, pool),
  );
  router.get('/v1/audio/voices', admit.scope('speech'), listVoices);
  router.get('/v1/models', admit.scope('models'), (_req, res) => {
    const names = tools.accounts.read().openai.models ?? MODELS;
    const data = names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'system' }));
    res.json({ object: 'list', data });
  });
  router.use((req, res) => {
    const address = `${req.method} ${req.path}`;
    res.status(404).json(failure(`Invalid URL (${address})`, null));
  });
  return {
    router,
    address: { baseUrl: `${tools.url}/v1`, apiKey },
    close: () => pool.close(),
  };
}

function requireKey(apiKey: string, { accounts }: StandinTools): RequestHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return (req, res, next) => {
    res.set('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
    if (!accounts.read().openai.needsKey) return next();
    const [, given] = /^Bearer (.+)$/i.exec(req.get('authorization') ?? '') ?? [];
    if (given && timingSafeEqual(digest(given), digest(apiKey))) return next();
    const body = given
      ? failure(`Incorrect API key provided: ${given.slice(0, 8)}***.`, 'invalid_api_key')
      : failure("You didn't provide an API key.", null);
    res.status(401).json(body);
  };
}

function complete(
  tools: StandinTools,
  state: {
    attempt: (key: string) => number;
    cache: ReturnType<typeof promptCache>;
    hasRoom: ReturnType<typeof admission>['hasRoom'];
  },
): RequestHandler {
  return async (req, res) => {
    const read = completionRequest.safeParse(req.body);
    if (!read.success) {
      const [issue] = read.error.issues;
      const param = issue?.path.join('.') ?? null;
      const message = `Invalid request: ${param}: ${issue?.message}`;
      return void res.status(400).json(failure(message, null, undefined, param));
    }
    const request = read.data;
    const format = request.response_format?.json_schema;
    const fault = format?.strict ? schemaFault(format.schema) : null;
    if (fault) {
      const message = `Invalid schema for response_format '${format?.name}': ${fault}`;
      return void res.status(400).json(failure(message, null, undefined, 'response_format'));
    }
    const faults = tools.faults.read().openai;
    const spec = readSpec(textsOf(request, 'user'));
    const section = format?.name === 'section' ? (spec.section?.index ?? null) : null;
    const episode = request.prompt_cache_key ?? null;
    const inputTokens = tokensOf(fullText(request)).length;
    // The API counts the largest allowed answer against the rate limit in advance.
    const allowed = inputTokens + (request.max_completion_tokens ?? 0);
    if (!state.hasRoom(res, allowed, request.model)) return;
    const settings = { ...faults, attempt: state.attempt(`${episode} ${format?.name} ${section}`) };
    const { tellings = [], ...reply } = answer(request, settings);
    for (const telling of tellings) tools.purchaseLog.write({ ...telling, episode });
    const all = tokensOf(reply.content);
    const most = request.max_completion_tokens ?? Number.POSITIVE_INFINITY;
    const sending = {
      ...reply,
      ...faults,
      ...(format?.name === 'reading' && faults.reader === 'silent' && { firstToken: FOREVER }),
      model: request.model,
      content: all.slice(0, most).join(''),
      finish: all.length > most ? ('length' as const) : reply.finish,
      inputTokens,
      ...state.cache.read(request),
      record: (outputTokens: number, finished: boolean) =>
        tools.purchaseLog.write({
          kind: 'llm',
          requestId: res.get('x-request-id') ?? null,
          call: format?.name ?? 'chat',
          episode,
          section,
          inputTokens,
          outputTokens,
          finished,
        }),
    };
    if (!request.stream) return sendWhole(res, sending);
    return sendStream(res, sending, request.stream_options?.include_usage ?? false);
  };
}

function moderations(tools: StandinTools): RequestHandler {
  return (req, res) => {
    const read = moderationRequest.safeParse(req.body);
    if (!read.success) {
      return void res.status(400).json(failure("'input' is required", null, undefined, 'input'));
    }
    const results = [read.data.input].flat().map(moderate);
    tools.purchaseLog.write({
      kind: 'moderation',
      flagged: results.some((result) => result.flagged),
    });
    res.json({ id: 'modr-standin', model: 'omni-moderation-latest', results });
  };
}
