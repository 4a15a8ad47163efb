import { openaiStandin } from '../../standins/openai/openai.ts';
import { openDecoder } from '../sound/mix/decode.ts';
import { openSpeechServer } from '../sound/speech/openSpeechServer.ts';
import { forFile } from './forFile.ts';
import { briefly, openTroubledStandin } from './troubledStandin.ts';

export const heart = 'speech:af_heart';
/** Decodes MP3 for tests that request it. */
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);

type Options = Parameters<typeof openSpeechServer>[0];

/** A narrator on the server at `baseUrl`, with short waits. */
export const narratorAt = (over: Partial<Options> & { baseUrl: string }) =>
  openSpeechServer({
    apiKey: null,
    model: 'kokoro',
    format: 'pcm',
    voices: null,
    concurrency: 5,
    decode,
    ...over,
    patience: { ...briefly, ...over.patience },
  }).narrator;

/** OpenAI's stand-in as a speech server; tests may replace its next responses one by one. */
async function openStandinServer() {
  const server = await openTroubledStandin('openai', openaiStandin);
  return {
    ...server,
    narrator: (over: Partial<Options> = {}) => narratorAt({ ...server.address, ...over }),
  };
}

/** One server for a whole test file, reset after each test. */
export const speechServerForFile = () => forFile(openStandinServer, ({ calm }) => calm());
