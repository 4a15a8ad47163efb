import type { RequestHandler, Response } from 'express';
import { hasDisconnected, waitWhileConnected } from '../connection.ts';
import type { StandinTools } from '../standin.ts';
import type { admission } from './admit.ts';
import { citationsOf, writeAnswer } from './cited.ts';
import { idOf, responseTo } from './responseShape.ts';
import { promptOf, queriesOf, responseRequest } from './responsesRequest.ts';
import { type Asked, searchWeb } from './webSearch.ts';
import { failure, tokensOf } from './wire.ts';

/** `POST /v1/responses` with the tool `web_search`, which searches the stand-in web. */
export function respond(
  tools: StandinTools,
  hasRoom: ReturnType<typeof admission>['hasRoom'],
): RequestHandler {
  const root = new URL('web', tools.url).href;
  return async (req, res) => {
    const read = responseRequest.safeParse(req.body);
    if (!read.success) {
      const [issue] = read.error.issues;
      const param = issue?.path.join('.') ?? null;
      return refuse(res, 400, `Invalid request: ${param}: ${issue?.message}`, param);
    }
    const request = read.data;
    const faults = tools.faults.read().openai;
    const queries = queriesOf(request);
    if (queries.length && faults.search === 'error') {
      const words = 'The server had an error while processing your request. Sorry about that!';
      return void res.status(500).json(failure(words, null, 'server_error'));
    }
    if (queries.length && faults.search === 'busy') {
      res.set('retry-after', '1');
      const words = `Rate limit reached for ${request.model} on web search. Please try again in 1s.`;
      return void res.status(429).json(failure(words, 'rate_limit_exceeded', 'requests'));
    }
    const given = tokensOf(promptOf(request)).length;
    if (!hasRoom(res, given + (request.max_output_tokens ?? 0), request.model)) return;
    await answer(res, { tools, request, queries, root, given, faults });
  };
}

function refuse(res: Response, status: number, words: string, param: string | null) {
  res.status(status).json(failure(words, null, undefined, param));
}

async function answer(res: Response, asked: Asked): Promise<void> {
  const { tools, request, root, given, faults } = asked;
  const { calls, found } = await searchWeb(res, asked);
  // The model reads what was found, and that is paid for.
  const inputTokens = given + tokensOf(JSON.stringify(found)).length;
  const whole = writeAnswer(citationsOf(found, root));
  const all = tokensOf(whole.text);
  const tokens = all.slice(0, request.max_output_tokens ?? all.length);
  const message = messageOf(tokens, all.length, whole.annotations);
  const writing = faults.tokensPerSecond ? (tokens.length / faults.tokensPerSecond) * 1000 : 0;
  const isAwaited = await waitWhileConnected(res, faults.firstToken + writing);
  tools.purchaseLog.write({
    kind: 'llm',
    requestId: res.get('x-request-id') ?? null,
    call: 'response',
    episode: request.prompt_cache_key ?? null,
    section: null,
    inputTokens,
    outputTokens: isAwaited ? tokens.length : 0,
    finished: isAwaited && !hasDisconnected(res),
  });
  if (hasDisconnected(res)) return;
  const { status } = message;
  const output = [...calls, message];
  const counts = { input: inputTokens, output: tokens.length };
  res.json(responseTo(request, { output, status, tokens: counts }));
}

type Annotation = ReturnType<typeof writeAnswer>['annotations'][number];

function messageOf(tokens: string[], all: number, annotations: Annotation[]) {
  const text = tokens.join('');
  return {
    id: idOf('msg'),
    type: 'message',
    status: tokens.length < all ? ('incomplete' as const) : ('completed' as const),
    role: 'assistant',
    content: [
      {
        type: 'output_text',
        annotations: annotations.filter(({ end_index }) => end_index <= text.length),
        logprobs: [],
        text,
      },
    ],
  };
}
