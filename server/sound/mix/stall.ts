import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Far longer than a process waits for a core on a busy machine, ms. */
const STALLED_AFTER = 60_000;

interface Job {
  input: string | Readable;
  output: string;
  /** How long it may show no progress while it has work, ms. */
  stalledAfter?: number;
}

/**
 * Calls `stalled` when an ffmpeg that has input makes no progress for too long: it reads nothing, prints
 * nothing, and its file does not grow. One that waits for our input is not stalled. The returned function
 * stops the watch.
 */
export function watchForStall(child: ChildProcess, job: Job, stalled: () => void): () => void {
  const { stalledAfter = STALLED_AFTER } = job;
  let printed = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer | string) => {
      printed += piece.length;
    });
  }
  let before = '';
  let since = performance.now();
  async function check(): Promise<void> {
    const progress = [printed, bytesWritten(child), await written(job)].join();
    const isAlive = progress !== before || isWaiting(child, job);
    before = progress;
    if (isAlive) since = performance.now();
    else if (performance.now() - since > stalledAfter) stalled();
  }
  const timer = setInterval(() => void check(), stalledAfter / 4);
  return () => clearInterval(timer);
}

/** Bytes of input that ffmpeg has received. */
function bytesWritten({ stdin }: ChildProcess): number {
  const sent = stdin && 'bytesWritten' in stdin ? Number(stdin.bytesWritten) : 0;
  return sent - (stdin?.writableLength ?? 0);
}

const written = ({ output }: Job) =>
  stat(output).then(
    ({ size }) => size,
    () => 0,
  );

function isWaiting({ stdin }: ChildProcess, { input }: Job): boolean {
  if (typeof input === 'string' || input.readableEnded) return false;
  return input.readableLength === 0 && !stdin?.writableLength;
}
