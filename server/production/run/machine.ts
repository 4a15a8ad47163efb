import { scratchBytesFree } from '../../base/kit/scratch.ts';
import type { AudioEngine } from '../../sound/mix/audio.ts';

/** Bytes: two of the longest episodes in the temporary folder (24 MB each), with a margin. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** A machine that needs longer to encode a tenth of a second of silence is unfit, ms. */
const DEADLINE = 20_000;

/** Rejects if the temporary folder has too little space, or ffmpeg encodes no MP3. */
export async function tryMachine(audio: Pick<AudioEngine, 'encode'>): Promise<void> {
  const free = await scratchBytesFree();
  if (free < MIN_FREE_BYTES) {
    const message = `${free} bytes are left in the temporary folder`;
    throw Object.assign(new Error(message), { code: 'ENOSPC' });
  }
  const silence = { samples: new Int16Array(2_400), sampleRate: 24_000 };
  await audio.encode(silence, AbortSignal.timeout(DEADLINE));
}
