import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** ms, far longer than a process waits for a core on a busy machine. */
const STALLED_AFTER = 60_000;

interface Job {
  input: string | Readable;
  output: string;
  stalledAfter?: number;
}

/** An ffmpeg that waits for our input is not stalled. Returns a function that stops the watch. */
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
