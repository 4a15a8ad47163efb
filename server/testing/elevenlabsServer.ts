import { elevenlabsStandin } from '../../standins/elevenlabs/elevenlabs.ts';
import { openDecoder } from '../sound/mix/decode.ts';
import { openElevenlabs } from '../sound/speech/openElevenlabs.ts';
import { forFile } from './forFile.ts';
import { answer, briefly, openTroubledStandin } from './troubledStandin.ts';

export const adam = 'pNInz6obpgDQGcFmaJgB';
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);

export const refusal = (code: number, status: string, headers = {}) =>
  answer(code, { detail: { status, message: 'Answered as configured.' } }, headers);

type AccountOptions = Parameters<typeof openElevenlabs>[0];

async function openElevenlabsServer() {
  const server = await openTroubledStandin('elevenlabs', elevenlabsStandin);
  const account = (over: Partial<AccountOptions> = {}) =>
    openElevenlabs({
      ...server.address,
      concurrency: 5,
      decode,
      ...over,
      patience: { ...briefly, ...over.patience },
    });
  // Loaded here, or a test would measure its load time as the provider's.
  await import('@elevenlabs/elevenlabs-js');

  return {
    ...server,
    account,
    narrator({
      model: speech = 'eleven_flash_v2_5',
      outputFormat: format = 'pcm_24000',
      ...over
    }: Partial<AccountOptions & { model: string; outputFormat: string }> = {}) {
      return account(over).narrator({ speech, format });
    },
  };
}

export const elevenlabsForFile = () => forFile(openElevenlabsServer, ({ calm }) => calm());
