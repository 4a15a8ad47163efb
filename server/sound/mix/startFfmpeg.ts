import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import { finished, type Readable } from 'node:stream';

export interface Job {
  /** An absolute path, or a stream of raw PCM, which may be destroyed but never with an error. */
  input: string | Readable;
  inputOptions: string[];
  outputOptions: string[];
  /** An absolute path, or `-` when only the printed output matters. */
  output: string;
  /** ms without progress while it has work; a minute by default. */
  stalledAfter?: number;
  /** Somebody listens to the result, so it does not give way to requests. */
  isUrgent?: boolean;
}

/** The end of what ffmpeg printed. */
interface Printed {
  stdout: string;
  stderr: string;
}

interface Running {
  /** Resolves when the process exists. Rejects like `done` when it never will. */
  started: Promise<void>;
  /** Rejects with ffmpeg's message, or with the signal's reason. Need not be awaited. */
  done: Promise<Printed>;
  kill(): void;
}

/** Characters of each stream that are kept. */
const KEPT = 20_000;

export function startFfmpeg(binary: string, job: Job, signal: AbortSignal): Running {
  const { input, inputOptions, outputOptions, output, isUrgent } = job;
  const source = typeof input === 'string' ? input : 'pipe:0';
  const words = ['-y', ...inputOptions, '-i', source, ...outputOptions, output];
  const child = spawn(binary, words, { windowsHide: true });
  if (!isUrgent) lowerPriority(child);

  const started = Promise.withResolvers<void>();
  const done = Promise.withResolvers<Printed>();
  let stall: Error | null = null;
  const fail = (error: unknown) => done.reject(signal.aborted ? signal.reason : (stall ?? error));
  done.promise.catch(started.reject);
  started.promise.catch(() => {});
  // Until its input ends it does not obey SIGTERM.
  const kill = () => void child.kill('SIGKILL');

  const printed: Printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] = (printed[name] + text).slice(-KEPT);
    });
  }
  child
    .on('spawn', started.resolve)
    .on('error', fail)
    .on('close', (code, killedBy) => {
      if (code === 0) return done.resolve(printed);
      const what = killedBy ? `was killed with signal ${killedBy}` : `exited with code ${code}`;
      const lines = printed.stderr.trim().split('\n').slice(-6).join(' | ');
      fail(new Error(lines ? `ffmpeg ${what}: ${lines}` : `ffmpeg ${what}`));
    });
  child.stdin.on('error', () => {});
  if (typeof input === 'string') child.stdin.end();
  else {
    input.on('error', () => {}).pipe(child.stdin);
    finished(input, { writable: false }, (error) => error && kill());
  }
  const endWatch = watchForStall(child, job, () => {
    stall ??= new Error('ffmpeg is stuck: it was killed');
    kill();
  });
  const settled = () => {
    endWatch();
    signal.removeEventListener('abort', kill);
  };
  done.promise.then(settled, settled);
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  return { started: started.promise, done: done.promise, kill };
}

/** Call it before ffmpeg starts its threads, which inherit the priority. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or the system does not allow it. Nothing depends on it.
  }
}

/** ms, far longer than a process waits for a core on a busy machine. */
const STALLED_AFTER = 60_000;

/** An ffmpeg that waits for our input is not stalled. Returns a function that stops the watch. */
function watchForStall(child: ChildProcess, job: Job, stalled: () => void): () => void {
  const { input, output, stalledAfter = STALLED_AFTER } = job;
  let printed = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer | string) => {
      printed += piece.length;
    });
  }
  let before = '';
  let since = performance.now();
  async function check(): Promise<void> {
    const { stdin } = child;
    const sent = stdin && 'bytesWritten' in stdin ? Number(stdin.bytesWritten) : 0;
    const written = await stat(output).catch(() => null);
    const progress = [printed, sent - (stdin?.writableLength ?? 0), written?.size].join();
    const isAlive = progress !== before || isWaiting(child, input);
    before = progress;
    if (isAlive) since = performance.now();
    else if (performance.now() - since > stalledAfter) stalled();
  }
  const timer = setInterval(() => void check(), stalledAfter / 4);
  return () => clearInterval(timer);
}

function isWaiting({ stdin }: ChildProcess, input: string | Readable): boolean {
  if (typeof input === 'string' || input.readableEnded) return false;
  return input.readableLength === 0 && !stdin?.writableLength;
}
