import type { AudioEngine } from '../audio/audio.ts';
import type { Instance } from '../availability/instances.ts';
import { log } from '../log.ts';
import { scratchBytesFree } from '../scratch.ts';
import type { Queue } from './queue.ts';

/** Room that two of the longest episodes take in the temporary folder (24 MB each), bytes. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** A machine on which a tenth of a second of silence takes longer than this makes no episodes, ms. */
const DEADLINE = 20_000;

/** The part of an instance that makes episodes: it takes jobs while its machine can do the work. */
export interface Worker {
  /** Whether the last check went well; true before the first. */
  readonly isFit: boolean;
  /**
   * Tries whether an episode could be made here: room in the temporary folder, and an ffmpeg that
   * makes an MP3. One that cannot takes no job and hands back what it has; one that can takes jobs
   * (again). The other instances are told. Rejects only when they cannot be.
   */
  check(): Promise<boolean>;
}

export function openWorker(tools: {
  queue: Pick<Queue, 'work' | 'pause'>;
  audio: Pick<AudioEngine, 'encode'>;
  instance: Instance;
  produce(podcastId: number, signal: AbortSignal): Promise<void>;
}): Worker {
  const { queue, audio, instance, produce } = tools;
  let isFit = true;
  /** Aborts when the jobs in hand are handed back; null while none are taken. */
  let shift: AbortController | null = null;

  async function canProduce(): Promise<boolean> {
    try {
      const room = await scratchBytesFree();
      if (room < MIN_FREE_BYTES) throw new Error(`${room} bytes are left in the temporary folder`);
      const silence = { samples: new Int16Array(2_400), sampleRate: 24_000 };
      await audio.encode(silence, AbortSignal.timeout(DEADLINE));
      return true;
    } catch (error) {
      log.error({ err: error }, 'this machine cannot make episodes: it takes none until it can');
      return false;
    }
  }

  async function checkNow(): Promise<boolean> {
    isFit = await canProduce();
    if (isFit && !shift) {
      shift = new AbortController();
      const { signal } = shift;
      await queue.work((id, stop) => produce(id, AbortSignal.any([stop, signal])));
    }
    if (!isFit && shift) {
      await queue.pause();
      shift.abort(new Error('this machine cannot make episodes'));
      shift = null;
    }
    await instance.beat(isFit);
    return isFit;
  }

  /** All who ask at once are told by one check. */
  let checking: Promise<boolean> | null = null;
  return {
    get isFit() {
      return isFit;
    },
    check() {
      checking ??= checkNow().finally(() => {
        checking = null;
      });
      return checking;
    },
  };
}
