import { describe, expect, test } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { localServers } from '../../testing/localServer.ts';
import { narratorAt } from '../../testing/testSpeechServer.ts';
import { text } from '../../testing/troubledStandin.ts';
import { wavOf } from './wav.ts';

/*
 * The sound that servers send. Small servers answer here as OpenAI (its API reference), Kokoro-FastAPI
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

/** Three seconds of a hum, which passes for a line. */
const hum = (sampleRate: number) => ({
  sampleRate,
  samples: Int16Array.from({ length: 3 * sampleRate }, (_, at) => 8_000 * Math.sin(at / 20)),
});
const bytesOf = (samples: Int16Array) => Buffer.from(samples.buffer);
/** A WAV with this in place of its lengths. */
function streamed(wav: Buffer, length: number): Buffer {
  wav.writeUInt32LE(length, 4);
  wav.writeUInt32LE(length, 40);
  return wav;
}

async function failureOf(baseUrl: string, over = {}): Promise<ProviderFailure> {
  const narrator = narratorAt({ baseUrl, patience: { attempts: {} }, ...over });
  const failure = await narrator.speak(line, forever).catch((error: unknown) => error);
  if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail');
  expect(failure.provider).toBe('Speech server');
  return failure;
}

describe('sound', () => {
  test.each<[string, Buffer, string, 'pcm' | 'wav', number]>([
    ['OpenAI, PCM', bytesOf(hum(24_000).samples), 'audio/pcm', 'pcm', 24_000],
    ['OpenAI, streamed', streamed(wavOf(hum(24_000)), 0xffffffff), 'audio/wav', 'wav', 24_000],
    ['Speaches, streamed', streamed(wavOf(hum(22_050)), 0), 'audio/wav', 'wav', 22_050],
    ['LocalAI, WAV', wavOf(hum(22_050)), 'audio/x-wav', 'wav', 22_050],
    ['LocalAI, which sends WAV for PCM', wavOf(hum(16_000)), 'audio/x-wav', 'pcm', 16_000],
  ])('of %s is read at its own rate', async (_server, bytes, type, format, rate) => {
    const narrator = narratorAt({ baseUrl: await says(200, bytes, type), format });
    const clip = await narrator.speak(line, forever);
    expect(clip).toEqual(hum(rate));
  });

  test('that comes in pieces, as Kokoro-FastAPI streams it, is read to the end', async () => {
    const bytes = streamed(wavOf(hum(24_000)), 0xffffffff);
    const baseUrl = await serve((app) =>
      app.post('/v1/audio/speech', (_req, res) => {
        res.type('audio/wav');
        for (let at = 0; at < bytes.length; at += 9_999) res.write(bytes.subarray(at, at + 9_999));
        res.end();
      }),
    );
    const clip = await narratorAt({ baseUrl, format: 'wav' }).speak(line, forever);
    expect(clip).toEqual(hum(24_000));
  });

  test('that stops when the server fails in the middle is broken', async () => {
    const baseUrl = await serve((app) =>
      app.post('/v1/audio/speech', (_req, res) => {
        res.type('audio/pcm').write(bytesOf(hum(24_000).samples), () => res.destroy());
      }),
    );
    expect((await failureOf(baseUrl)).trouble).toBe('broken');
  });

  test('that cannot be read says which format to try', async () => {
    const float = wavOf(hum(24_000));
    float.writeUInt16LE(3, 20);
    float.writeUInt16LE(32, 34);
    const { message } = await failureOf(await says(200, float, 'audio/wav'), { format: 'wav' });
    expect(message).toBe(
      'Speech server: the WAV has 32 bits of coding 3, not 16 of PCM. Another SPEECH_FORMAT may help.',
    );
  });
});
