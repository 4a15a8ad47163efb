import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Far longer than a busy machine keeps a process from a core, ms. */
const STALLED_AFTER = 60_000;

/** What of an ffmpeg's job shows whether it gets on. */
interface Job {
  input: string | Readable;
  output: string;
  /** How long it may show no progress while it has work, ms. */
  stalledAfter?: number;
}

/**
 * Tells once when an ffmpeg that has work to do shows no sign of it for too long: it takes nothing
 * in, prints nothing, and its file does not grow. One that waits for our sound has nothing to do.
 * The answer ends the watch.
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
    const signs = [printed, bytesWritten(child), await written(job)].join();
    const isAlive = signs !== before || isWaiting(child, job);
    before = signs;
    if (isAlive) since = performance.now();
    else if (performance.now() - since > stalledAfter) stalled();
  }
  const timer = setInterval(() => void check(), stalledAfter / 4);
  return () => clearInterval(timer);
}

/** Bytes of its input that are out of our hands. */
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
