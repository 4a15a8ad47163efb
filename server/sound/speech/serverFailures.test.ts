import { describe, expect, test } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { localServers } from '../../testing/localServer.ts';
import { narratorAt } from '../../testing/testSpeechServer.ts';
import { page, text } from '../../testing/troubledStandin.ts';

/*
 * The errors that servers send. Small servers answer here as OpenAI (its API reference), Kokoro-FastAPI
 * (api/src/routers/openai_compatible.py), Speaches (src/speaches/routers) and LocalAI
 * (core/http/endpoints/localai) do.
 */

const serve = localServers();
const forever = new AbortController().signal;
const line = { voiceId: 'speech:any', text };

/** A server whose answer to a line is this. */
const says = (status: number, body: unknown, type = 'application/json') =>
  serve((app) =>
    app.post('/v1/audio/speech', (_req, res) => void res.status(status).type(type).send(body)),
  );

async function failureOf(baseUrl: string, over = {}): Promise<ProviderFailure> {
  const narrator = narratorAt({ baseUrl, patience: { attempts: {} }, ...over });
  const failure = await narrator.speak(line, forever).catch((error: unknown) => error);
  if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail');
  expect(failure.provider).toBe('Speech server');
  return failure;
}

const openai = (message: string, code: string | null = null, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code },
});
const kokoro = (error: string, message: string) => ({
  detail: { error, message, type: 'invalid_request_error' },
});
const localai = (code: number, message: string) => ({ error: { code, message, type: '' } });

describe('an error', () => {
  test.each<[string, number, unknown, string, string?]>([
    [
      'of a voice, by OpenAI',
      400,
      openai(
        "[{'type': 'enum', 'loc': ('body', 'voice'), 'msg': \"Input should be 'nova' or 'alloy'\", 'input': 'sage'}]",
      ),
      'rejected',
      'voice',
    ],
    [
      'of a voice of another model, by OpenAI',
      400,
      openai("The voice 'marin' is not supported by the model 'tts-1'.", 'invalid_value', 'voice'),
      'rejected',
      'voice',
    ],
    [
      'of a voice, by Kokoro-FastAPI',
      400,
      kokoro('validation_error', "Voice 'any' not found. Available voices: af_heart"),
      'rejected',
      'voice',
    ],
    [
      'of a model, by OpenAI',
      404,
      openai('The model `x` does not exist.', 'model_not_found'),
      'refused',
    ],
    [
      'of a model, by Kokoro-FastAPI',
      400,
      kokoro('invalid_model', 'Unsupported model: x'),
      'refused',
    ],
    ['of a model, by Speaches', 404, { detail: "Model 'x' is not installed locally." }, 'refused'],
    ['of a model, by LocalAI', 404, localai(404, 'model "voice-en-us-amy" not found'), 'refused'],
    [
      'of a line too long, by OpenAI',
      400,
      openai("[{'type': 'string_too_long', 'loc': ('body', 'input')}]"),
      'rejected',
      'order',
    ],
    [
      'of an empty line, by Speaches',
      422,
      { detail: [{ type: 'missing', loc: ['body', 'input'], msg: 'Field required' }] },
      'rejected',
      'order',
    ],
    ['of a wrong key, by OpenAI', 401, openai('Incorrect API key.', 'invalid_api_key'), 'refused'],
    ['of a wrong key, by Speaches', 403, { detail: 'Invalid API key' }, 'refused'],
    ['of an account without credit', 429, openai('No quota.', 'insufficient_quota'), 'spent'],
    ['of an unpaid bill', 402, openai('Payment required.'), 'spent'],
    ['of too many calls', 429, openai('Rate limit.', 'rate_limit_exceeded'), 'busy'],
    ['of a server that fails, by LocalAI', 500, localai(500, 'rpc error: out of memory'), 'busy'],
    ['of a server that starts', 503, '', 'busy'],
    ['of an address that is none', 404, { detail: 'Not Found' }, 'refused'],
  ])('%s is called by its name', async (_what, status, body, trouble, subject) => {
    const failure = await failureOf(await says(status, body));
    expect([failure.trouble, failure.subject]).toEqual([trouble, subject]);
  });

  test.each<[string, number, unknown, RegExp]>([
    [
      'an address without /v1',
      404,
      { detail: 'Not Found' },
      /404 Not Found\. Does the address http:\S+\/v1 end in \/v1/,
    ],
    [
      'a page of HTML',
      200,
      page,
      /^Speech server: text\/html\S* \S+ is not sound\. Does the address/,
    ],
    ['a page of HTML that is an error', 404, page, /404 and a page of HTML\. Does the address/],
    ['a wrong key', 401, openai('Incorrect API key.'), /401 Incorrect API key\. Is SPEECH_API_KEY/],
    [
      'a model that is not there',
      400,
      kokoro('invalid_model', 'Unsupported model: x'),
      /Unsupported model: x\. SPEECH_MODEL must/,
    ],
  ])('for %s says what to do', async (_what, status, body, words) => {
    const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json';
    expect((await failureOf(await says(status, body, type))).message).toMatch(words);
  });

  test('of a server that is not running says where it was looked for', async () => {
    const { trouble, message } = await failureOf('http://127.0.0.1:9/v1');
    expect([trouble, message]).toEqual([
      'busy',
      'Speech server: no connection to http://127.0.0.1:9/v1. Is the server running there?',
    ]);
  });

  test('of a gateway that is down says nothing about the address', async () => {
    const { message } = await failureOf(await says(502, page, 'text/html'));
    expect(message).toBe('Speech server: 502 and a page of HTML');
  });
});
