import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { openPool } from './pool.ts';
import { voiceById, voices } from './roster.ts';
import { Refusal, readPage, readSpeech, refuse, wireVoice } from './wire.ts';

/** Speech takes about 2 % of the time it lasts: more threads would only crowd a small machine. */
const threads = 2;

/**
 * ElevenLabs by address: the account's voices, and text to speech in raw PCM spoken by flite.
 * What was spoken is in the ledger before the answer leaves.
 */
export function elevenlabsStandin(tools: StandinTools): Standin<StandinAddresses['elevenlabs']> {
  const apiKey = `sk_${tools.secret('elevenlabs')}`;
  const pool = openPool(threads);

  const keyed: RequestHandler = (req, res, next) => {
    res.set('request-id', randomUUID());
    const given = req.get('xi-api-key');
    if (!given) refuse(401, 'needs_authorization', 'The xi-api-key header is missing.');
    if (given !== apiKey) refuse(401, 'invalid_api_key', 'Invalid API key');
    next();
  };

  const say: RequestHandler<{ voiceId: string }> = async (req, res) => {
    const { text, sampleRate } = readSpeech(req.body, req.query.output_format);
    const voice = voiceById(req.params.voiceId);
    if (!voice) return refuse(404, 'voice_not_found', 'A voice with that id was not found.');
    const hungUp = new AbortController();
    res.once('close', () => hungUp.abort(new Error('the caller hung up')));
    const began = performance.now();
    const samples = await pool.speak({ text, sound: voice.sound, sampleRate }, hungUp.signal);
    const seconds = samples.length / sampleRate;
    // By the clock, as the model's tokens are: what flite took is part of the work it stands for.
    const due = began + tools.faults.read().elevenlabs.workPerSecond * seconds;
    await wait(Math.max(0, due - performance.now()));
    tools.ledger.write({
      kind: 'speech',
      voiceId: voice.id,
      text,
      characters: text.length,
      milliseconds: Math.round(seconds * 1000),
    });
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    res.set({ 'content-length': String(bytes.length), 'character-cost': String(text.length) });
    res.type('audio/pcm').end(bytes);
  };

  const router = Router();
  router.get('/v2/voices', keyed, listVoices);
  router.post(
    ['/v1/text-to-speech/:voiceId', '/v1/text-to-speech/:voiceId/stream'],
    keyed,
    express.json({ limit: '1mb' }),
    say,
  );
  router.use(() => refuse(404, 'not_found', 'Not Found'));
  router.use(answerFailure);
  return { router, address: { baseUrl: tools.url, apiKey }, close: () => pool.close() };
}

const listVoices: RequestHandler = (req, res) => {
  const { size, after } = readPage(req.query);
  const first = after ? voices.findIndex((voice) => voice.id === after) + 1 : 0;
  const page = voices.slice(first, first + size);
  const more = first + size < voices.length;
  res.json({
    voices: page.map(wireVoice),
    has_more: more,
    total_count: voices.length,
    next_page_token: more ? page.at(-1)?.id : null,
  });
};

const answerFailure: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const refusal = error instanceof Refusal ? error : refusalFor(error);
  if (res.headersSent) res.destroy();
  else res.status(refusal.code).json({ detail: refusal.detail });
};

/** Express's body parser puts the HTTP status on its errors. */
function refusalFor(error: unknown): Refusal {
  const status = error instanceof Error && 'status' in error ? error.status : 500;
  if (status === 400) {
    return new Refusal(422, [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }]);
  }
  if (status === 413) return new Refusal(413, { status: 'too_large', message: 'Too large.' });
  return new Refusal(500, { status: 'internal_server_error', message: String(error) });
}
