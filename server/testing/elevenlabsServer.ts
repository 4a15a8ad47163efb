import { elevenlabsStandin } from '../../standins/elevenlabs/elevenlabs.ts';
import { openDecoder } from '../sound/mix/decode.ts';
import { openElevenlabs } from '../sound/speech/openElevenlabs.ts';
import { forFile } from './forFile.ts';
import { answer, briefly, openTroubledStandin } from './troubledStandin.ts';

export const adam = 'pNInz6obpgDQGcFmaJgB';
/** Decodes MP3 for tests that request it. */
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);

export const refusal = (code: number, status: string, headers = {}) =>
  answer(code, { detail: { status, message: 'Answered as configured.' } }, headers);

type AccountOptions = Parameters<typeof openElevenlabs>[0];

/** ElevenLabs' stand-in over real HTTP; tests may replace its next responses one by one. */
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
  // Loaded here, so that no test measures its load time as the provider's.
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

/** One server for a whole test file, reset after each test. */
export const elevenlabsForFile = () => forFile(openElevenlabsServer, ({ calm }) => calm());
