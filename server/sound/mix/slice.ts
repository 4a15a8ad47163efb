import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Slice } from './audio.ts';
import { DELAY, FRAME_SAMPLES, frameLength, infoFrame, RATE, trimmedAtEnd } from './frames.ts';

/** ms. */
const POLL_EVERY = 50;

/** `closed` settles when the MP3 is complete or never will be. */
interface Growing {
  path(): string;
  closed: Promise<void>;
}

/**
 * A slice has the master's own frames, the one frame before them to prime the decoder, and an info
 * frame that makes players trim that.
 */
export function openSlicer(growing: Growing) {
  /** Byte offset of each frame; the first is the whole file's info frame. */
  const starts: number[] = [];
  let end = 0;
  let state: 'growing' | 'whole' | 'lost' = 'growing';
  growing.closed.then(
    () => (state = 'whole'),
    () => (state = 'lost'),
  );

  async function check(file: FileHandle): Promise<void> {
    const from = end;
    const bytes = await read(file, from, (await file.stat()).size);
    // Another slice has indexed meanwhile, perhaps a shorter file.
    if (from !== end) return check(file);
    for (let at = 0; at + 4 <= bytes.length; at = end - from) {
      const length = frameLength(bytes, at);
      if (at + length > bytes.length) return;
      starts.push(end);
      end += length;
    }
  }

  /** Opens the file once it holds this many frames, or all there ever will be. */
  async function holding(frames: number): Promise<FileHandle> {
    for (;;) {
      if (state === 'lost') await growing.closed;
      const wasWhole = state === 'whole';
      // The file is missing before the encoder's first write, and for a moment when it is renamed.
      const file = await open(growing.path()).catch(() => null);
      if (file) {
        await check(file);
        if (starts.length >= frames || wasWhole) return file;
        await file.close();
      }
      await pause(POLL_EVERY);
    }
  }

  return async (from: number, to: number): Promise<Slice> => {
    const first = frameAt(from);
    await using file = await holding(frameAt(to));
    const last = Math.min(frameAt(to), starts.length);
    const isStart = first === 1;
    const isEnd = to === Infinity;
    const led = isStart ? first : first - 1;
    const frames = await read(file, starts[led] ?? end, starts[last] ?? end);
    const trim = {
      start: isStart ? DELAY : FRAME_SAMPLES,
      end: isEnd ? trimmedAtEnd(await read(file, 0, starts[1] ?? end)) : 0,
    };
    const startMilliseconds = timeOf(first);
    return {
      mp3: Buffer.concat([infoFrame(frames, last - led, trim), frames]),
      startMilliseconds,
      milliseconds: timeOf(last) - (trim.end / RATE) * 1000 - startMilliseconds,
    };
  };
}

/** Returns the index, counting the info frame, of the frame that begins nearest. */
function frameAt(milliseconds: number): number {
  if (milliseconds === 0) return 1;
  return Math.round(((milliseconds / 1000) * RATE + DELAY) / FRAME_SAMPLES) + 1;
}

function timeOf(frame: number): number {
  return Math.max(0, (((frame - 1) * FRAME_SAMPLES - DELAY) / RATE) * 1000);
}

async function read(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const length = Math.max(0, to - from);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
