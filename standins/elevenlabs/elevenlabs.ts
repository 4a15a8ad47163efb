import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type RequestHandler, type Response, Router } from 'express';
import { bytesOf, mp3Of } from '../speech/mp3.ts';
import { openPool } from '../speech/pool.ts';
import type { Sound as VoiceSound } from '../speech/sound.ts';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import type { Permission } from './account.ts';
import { type AccountVoice, accountVoices } from './accountVoices.ts';
import { answerFailure } from './failures.ts';
import { openLibrary } from './library.ts';
import { type Model, modelById, wireModel } from './models.ts';
import { creditsLeft, type Sound, wireSubscription } from './plan.ts';
import { performed, unevenLevel } from './tags.ts';
import { joinTake } from './take.ts';
import {
  Refusal,
  readDialogue,
  readPage,
  readSpeech,
  refuse,
  wireSegments,
  wireVoice,
} from './wire.ts';

/** Seconds that each base voice takes to say what kal16 says in one. */
const AGAINST_KAL16 = { slt: 0.95, rms: 1.1, awb: 0.98, kal16: 1 };
/** Making speech takes about 2 % of its duration, so more threads would only load a small machine. */
const threads = 2;

interface Input {
  text: string;
  voice: AccountVoice;
  /** Relative to the voice's own; 1 if absent. */
  speed?: number;
}
interface Performance {
  inputs: Input[];
  model: Model;
  format: Sound;
}

/** Speech is in the purchase log before the answer is sent. */
export function elevenlabsStandin(tools: StandinTools): Standin<StandinAddresses['elevenlabs']> {
  const apiKey = `sk_${tools.secret('elevenlabs')}`;
  const pool = openPool(threads);
  const library = openLibrary(tools);
  const account = () => tools.accounts.read().elevenlabs;
  const ownVoices = () => accountVoices(library.listed(), account(), Date.now());
  /** Credits spent since the start. */
  let spoken = 0;
  const spent = () => account().used + spoken;

  const requireKey =
    (permission: Permission): RequestHandler =>
    (req, res, next) => {
      res.set('request-id', randomUUID());
      const given = req.get('xi-api-key');
      if (!given) refuse(401, 'needs_authorization', 'The xi-api-key header is missing.');
      if (given !== apiKey) refuse(401, 'invalid_api_key', 'Invalid API key');
      if (!account().permissions.includes(permission)) {
        const message = `The API key you used is missing the permission ${permission} to execute this operation.`;
        refuse(401, 'missing_permissions', message);
      }
      next();
    };

  const voiceFor = (id: string): AccountVoice => {
    const voice = library.speaker(id) && ownVoices().find((one) => one.id === id);
    if (!voice)
      return refuse(404, 'voice_not_found', `A voice with voice_id '${id}' was not found.`);
    if (account().tier === 'free' && voice.category === 'professional') {
      refuse(402, 'payment_required', 'Free users cannot use library voices via the API.');
    }
    if (!voice.isCovered) {
      const message = 'Professional voices require a Creator tier subscription or above.';
      refuse(403, 'only_for_creator+', message);
    }
    return voice;
  };

  const charge = (credits: number) => {
    const left = creditsLeft(account(), spent());
    if (credits > left) {
      const message = `This request exceeds your quota. You have ${Math.max(0, left)} credits remaining, while ${credits} credits are required for this request.`;
      refuse(401, 'quota_exceeded', message);
    }
    spoken += credits;
  };

  /** The inputs are charged and in the purchase log before this resolves. */
  async function perform(
    res: Response,
    { inputs, model, format }: Performance,
    take: string | null,
  ) {
    const credits = Math.ceil(
      inputs.reduce((sum, { text, voice }) => sum + [...text].length * voice.rate, 0) *
        model.credits,
    );
    const hungUp = new AbortController();
    res.once('close', () => hungUp.abort(new Error('the caller hung up')));
    charge(credits);
    const began = performance.now();
    const { sampleRate, bitrate } = format;
    const { unevenness, voices } = tools.faults.read().elevenlabs;
    const speak = async ({ text, voice, speed = 1 }: Input) => {
      const { words, rate, gain } = model.tags
        ? performed(text)
        : { words: text, rate: 1, gain: 0 };
      const sound = voices === 'plain' ? makePlain(voice.sound) : voice.sound;
      const job = {
        text: words,
        sound: { ...sound, rate: sound.rate * rate * speed },
        sampleRate,
        gain: gain + unevenLevel(text, unevenness),
      };
      return { text, voice, samples: await pool.speak(job, hungUp.signal) };
    };
    const {
      spoken: clips,
      spans,
      seconds,
      bytes,
    } = await Promise.all(inputs.map(speak))
      .then(async (all) => {
        const { samples, spans } = joinTake(all, sampleRate);
        const sound = await (bitrate ? mp3Of(samples, sampleRate, bitrate) : bytesOf(samples));
        return { spoken: all, spans, seconds: samples.length / sampleRate, bytes: sound };
      })
      .catch((error: unknown) => {
        spoken -= credits;
        throw error;
      });
    // The configured time includes the time that flite took.
    const due = began + tools.faults.read().elevenlabs.workPerSecond * seconds;
    await wait(Math.max(0, due - performance.now()));
    for (const { text, voice, samples } of clips) {
      tools.purchaseLog.write({
        kind: 'speech',
        provider: 'elevenlabs',
        voiceId: voice.id,
        text,
        characters: text.length * voice.rate,
        milliseconds: Math.round((samples.length / sampleRate) * 1000),
        take,
      });
    }
    res.set('character-cost', String(credits));
    return { bytes, spans };
  }

  const say: RequestHandler<{ voiceId: string }> = async (req, res) => {
    const asked = readSpeech(req.body, req.query.output_format, account());
    const { text, model, format, speed } = asked;
    const inputs = [{ text, voice: voiceFor(req.params.voiceId), speed }];
    const { bytes } = await perform(res, { inputs, model, format }, null);
    // ElevenLabs' API reference gives this content type for every format.
    res.set('content-length', String(bytes.length)).type('audio/mpeg').end(bytes);
  };

  const sayDialogue: RequestHandler = async (req, res) => {
    const asked = readDialogue(req.body, req.query.output_format, account());
    const inputs = asked.inputs.map(({ text, voice_id: id }) => ({ text, voice: voiceFor(id) }));
    const { bytes, spans } = await perform(res, { ...asked, inputs }, randomUUID());
    res.json({
      audio_base64: bytes.toString('base64'),
      voice_segments: wireSegments(inputs, spans),
    });
  };

  const listVoices: RequestHandler = (req, res) => {
    const { size, after } = readPage(req.query);
    const voices = ownVoices();
    const first = after ? voices.findIndex((voice) => voice.id === after) + 1 : 0;
    const page = voices.slice(first, first + size);
    const more = first + size < voices.length;
    res.json({
      voices: page.map((voice) => wireVoice(voice, account().models)),
      has_more: more,
      total_count: voices.length,
      next_page_token: more ? page.at(-1)?.id : null,
    });
  };

  const router = Router();
  router.get('/v2/voices', requireKey('voices_read'), listVoices);
  router.get('/v1/models', requireKey('models_read'), (_req, res) => {
    res.json(
      account()
        .models.flatMap((id) => modelById(id) ?? [])
        .map(wireModel),
    );
  });
  router.get('/v1/user/subscription', requireKey('user_read'), (_req, res) => {
    res.json(wireSubscription(account(), spent(), Date.now()));
  });
  router.post(
    ['/v1/text-to-speech/:voiceId', '/v1/text-to-speech/:voiceId/stream'],
    requireKey('text_to_speech'),
    express.json({ limit: '1mb' }),
    say,
  );
  router.post(
    '/v1/text-to-dialogue/with-timestamps',
    requireKey('text_to_speech'),
    express.json({ limit: '1mb' }),
    sayDialogue,
  );
  router.use(requireKey('voices_read'), library.router);
  router.use(() => {
    throw new Refusal(404, 'Not Found');
  });
  router.use(answerFailure(() => account().errors));
  return { router, address: { baseUrl: tools.url, apiKey }, close: () => pool.close() };
}

function makePlain({ base, rate, ...sound }: VoiceSound): VoiceSound {
  return { ...sound, base: 'kal16', rate: rate / AGAINST_KAL16[base] };
}
