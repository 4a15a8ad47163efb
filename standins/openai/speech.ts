import type { RequestHandler } from 'express';
import { z } from 'zod';
import { bytesOf, mp3Of } from '../speech/mp3.ts';
import type { SpeechPool } from '../speech/pool.ts';
import type { StandinTools } from '../standin.ts';
import { speechVoices } from './speechVoices.ts';
import { failure } from './wire.ts';

/** Hz of every format, as at OpenAI and Kokoro. */
const RATE = 24_000;
/** kbit/s. */
const BITRATE = 128;
/** Characters per request. */
const LONGEST = 4_096;

const speechRequest = z.object({
  model: z.string().min(1),
  input: z.string().min(1).max(LONGEST, `String should have at most ${LONGEST} characters`),
  voice: z.string(),
  response_format: z.enum(['mp3', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).default(1),
});

export const listVoices: RequestHandler = (_req, res) => {
  res.json({ voices: [...speechVoices.keys()].map((id) => ({ id, name: id })) });
};

/** `POST /v1/audio/speech`. The line is in the purchase log before the answer is sent. */
export function say(tools: StandinTools, pool: SpeechPool): RequestHandler {
  return async (req, res) => {
    const refuse = (message: string, param: string) =>
      void res.status(400).json(failure(message, null, undefined, param));
    const read = speechRequest.safeParse(req.body);
    if (!read.success) {
      const [issue] = read.error.issues;
      return refuse(String(issue?.message), String(issue?.path[0] ?? 'body'));
    }
    const { model, input, voice, response_format: format, speed } = read.data;
    const sound = speechVoices.get(voice);
    if (!sound) {
      return refuse(`Voice '${voice}' not found. Available voices: ${namesOfVoices}`, 'voice');
    }
    const hungUp = new AbortController();
    res.once('close', () => hungUp.abort(new Error('the caller hung up')));
    // The only model that accepts a speed and ignores it.
    const pace = /gpt-4o-mini-tts/.test(model) ? 1 : speed;
    const job = {
      text: input,
      sound: { ...sound, rate: sound.rate * pace },
      sampleRate: RATE,
      gain: 0,
    };
    const spoken = await pool.speak(job, hungUp.signal);
    const samples = spoilt(spoken, tools.faults.read().openai.sound);
    const bytes = await (format === 'mp3' ? mp3Of(samples, RATE, BITRATE) : bytesOf(samples));
    tools.purchaseLog.write({
      kind: 'speech',
      provider: 'openai',
      voiceId: voice,
      text: input,
      characters: input.length,
      milliseconds: Math.round((samples.length / RATE) * 1000),
      take: null,
    });
    res.type(TYPES[format]).end(format === 'wav' ? Buffer.concat([streamedHead, bytes]) : bytes);
  };
}

const TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav', pcm: 'audio/pcm' };
const namesOfVoices = [...speechVoices.keys()].join(', ');

function spoilt(samples: Int16Array, how: 'usual' | 'silent' | 'short'): Int16Array {
  if (how === 'silent') return new Int16Array(samples.length);
  return how === 'short' ? samples.slice(0, samples.length / 10) : samples;
}

/** OpenAI and Kokoro-FastAPI do not know the length yet. */
const UNKNOWN = 0xffffffff;
const streamedHead = Buffer.alloc(44);
streamedHead.write('RIFF', 0);
streamedHead.writeUInt32LE(UNKNOWN, 4);
streamedHead.write('WAVEfmt ', 8);
streamedHead.writeUInt32LE(16, 16);
// PCM in one channel.
streamedHead.writeUInt16LE(1, 20);
streamedHead.writeUInt16LE(1, 22);
streamedHead.writeUInt32LE(RATE, 24);
streamedHead.writeUInt32LE(2 * RATE, 28);
streamedHead.writeUInt16LE(2, 32);
streamedHead.writeUInt16LE(16, 34);
streamedHead.write('data', 36);
streamedHead.writeUInt32LE(UNKNOWN, 40);
