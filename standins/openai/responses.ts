import type { RequestHandler, Response } from 'express';
import { hasDisconnected, waitWhileConnected } from '../connection.ts';
import type { StandinTools } from '../standin.ts';
import type { admission } from './admit.ts';
import { citationsOf, writeAnswer } from './cited.ts';
import { emptyResponse, eventStream, finished, idOf, type Send } from './responseShape.ts';
import { promptOf, queriesOf, responseRequest } from './responsesRequest.ts';
import { type Asked, searchWeb } from './webSearch.ts';
import { failure, schemaFault, tokensOf } from './wire.ts';

/** Tokens in one event of a stream. */
const CHUNK = 6;

/** `POST /v1/responses` with the tool `web_search`, whose web is the stand-in next door. */
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
    const format = request.text?.format;
    const fault = format?.strict ? schemaFault(format.schema) : null;
    if (fault) {
      const words = `Invalid schema for response_format '${format?.name}': ${fault}`;
      return refuse(res, 400, words, 'text.format.schema');
    }
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

/** Searches, writes and bills; ends without an answer if the client disconnects. */
async function answer(res: Response, asked: Asked): Promise<void> {
  const { tools, request, root, given } = asked;
  const send = request.stream ? eventStream(res) : () => {};
  const response = emptyResponse(request);
  send('response.created', { response });
  send('response.in_progress', { response });
  const { calls, found } = await searchWeb(res, asked, send);
  // What was found is read by the model, and paid for.
  const inputTokens = given + tokensOf(JSON.stringify(found)).length;
  const whole = writeAnswer(citationsOf(found, root), request.text?.format?.schema);
  const all = tokensOf(whole.text);
  const tokens = all.slice(0, request.max_output_tokens ?? all.length);
  const message = messageOf(tokens, all.length, whole.annotations);
  const sent = await sendMessage(res, { message, tokens, at: calls.length }, { ...asked, send });
  tools.purchaseLog.write({
    kind: 'llm',
    requestId: res.get('x-request-id') ?? null,
    call: request.text?.format?.name ?? 'response',
    episode: request.prompt_cache_key ?? null,
    section: null,
    inputTokens,
    outputTokens: sent,
    finished: sent === tokens.length && !hasDisconnected(res),
  });
  const done = finished(response, {
    output: [...calls, message],
    status: message.status,
    tokens: { input: inputTokens, output: tokens.length },
  });
  send(`response.${message.status}`, { response: done });
  if (request.stream) res.end();
  else if (!hasDisconnected(res)) res.json(done);
}

type Annotation = ReturnType<typeof writeAnswer>['annotations'][number];

/** The message of these tokens; it is incomplete if there were more. */
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

/** Sends the message at the set pace, and resolves with the tokens sent. */
async function sendMessage(
  res: Response,
  { message, tokens, at }: { message: ReturnType<typeof messageOf>; tokens: string[]; at: number },
  { send, faults }: { send: Send; faults: Asked['faults'] },
): Promise<number> {
  const [part] = message.content;
  const place = { output_index: at, item_id: message.id, content_index: 0 };
  const begun = { ...message, status: 'in_progress', content: [] };
  send('response.output_item.added', { output_index: at, item: begun });
  send('response.content_part.added', { ...place, part: { ...part, text: '', annotations: [] } });
  if (!(await waitWhileConnected(res, faults.firstToken))) return 0;
  const pause = faults.tokensPerSecond ? (CHUNK / faults.tokensPerSecond) * 1000 : 0;
  for (let sent = 0; sent < tokens.length; sent += CHUNK) {
    if (!(await waitWhileConnected(res, pause))) return sent;
    const delta = tokens.slice(sent, sent + CHUNK).join('');
    send('response.output_text.delta', { ...place, delta, logprobs: [] });
  }
  for (const [annotation_index, annotation] of (part?.annotations ?? []).entries()) {
    send('response.output_text.annotation.added', { ...place, annotation_index, annotation });
  }
  send('response.output_text.done', { ...place, text: part?.text, logprobs: [] });
  send('response.content_part.done', { ...place, part });
  send('response.output_item.done', { output_index: at, item: message });
  return tokens.length;
}
