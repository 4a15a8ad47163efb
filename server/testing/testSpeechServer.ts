import { openaiStandin } from '../../standins/openai/openai.ts';
import { openDecoder } from '../sound/mix/decode.ts';
import { openSpeechServer } from '../sound/speech/openSpeechServer.ts';
import { forFile } from './forFile.ts';
import { briefly, openTroubledStandin } from './troubledStandin.ts';

export const heart = 'speech:af_heart';
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);

type Options = Parameters<typeof openSpeechServer>[0];

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

async function openStandinServer() {
  const server = await openTroubledStandin('openai', openaiStandin);
  return {
    ...server,
    narrator: (over: Partial<Options> = {}) => narratorAt({ ...server.address, ...over }),
  };
}

export const speechServerForFile = () => forFile(openStandinServer, ({ calm }) => calm());
