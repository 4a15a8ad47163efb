import { coalesce } from '../../base/kit/coalesce.ts';
import { log } from '../../base/kit/log.ts';
import { scratchBytesFree } from '../../base/kit/scratch.ts';
import type { AudioEngine } from '../../sound/mix/audio.ts';
import type { Instance } from '../../supply/availability/instances.ts';
import type { Queue } from './episodeQueue.ts';

export type Worker = ReturnType<typeof openWorker>;

export function openWorker(tools: {
  queue: Pick<Queue, 'work' | 'pause'>;
  audio: Pick<AudioEngine, 'encode'>;
  instance: Instance;
  produce(podcastId: number, signal: AbortSignal): Promise<void>;
}) {
  const { queue, audio, instance, produce } = tools;
  let isFit = true;
  /** Aborts when the jobs are handed back; null while no jobs are taken. */
  let shift: AbortController | null = null;

  async function checkNow(): Promise<boolean> {
    const fault = await tryMachine(audio).then(
      () => null,
      (error: unknown) => ({ err: error }),
    );
    if (fault) log.error(fault, 'this machine cannot make episodes: it takes no jobs until it can');
    isFit = fault === null;
    if (isFit && !shift) {
      shift = new AbortController();
      const { signal } = shift;
      await queue.work(async (id, stop) => {
        // A request for jobs that was under way when the shift ended may still bring one.
        signal.throwIfAborted();
        await produce(id, AbortSignal.any([stop, signal]));
      });
    }
    if (!isFit && shift) {
      await queue.pause();
      shift.abort(new Error('this machine cannot make episodes'));
      shift = null;
    }
    await instance.beat(isFit);
    return isFit;
  }

  const shared = coalesce<boolean>();
  return {
    /** True before the first check. */
    get isFit() {
      return isFit;
    },
    /**
     * An unfit machine hands its jobs back and takes no more until it is fit again. Stores the
     * result for the other instances; rejects if it cannot.
     */
    check: () => shared('check', checkNow),
  };
}

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
