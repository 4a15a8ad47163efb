import { ChildProcess } from 'node:child_process';
import os from 'node:os';
import { finished, type Readable } from 'node:stream';
import ffmpeg from 'fluent-ffmpeg';
import { watchForStall } from './stall.ts';

export interface Job {
  /** An absolute path, or raw PCM as it arrives. A stream may be destroyed, but never with an error. */
  input: string | Readable;
  inputOptions: string[];
  outputOptions: string[];
  /** An absolute path, or `-` when only what is printed matters. */
  output: string;
  /** How long it may show no progress while it has work, ms; a minute unless given. */
  stalledAfter?: number;
}

interface Printed {
  /** The last hundred lines of each. */
  stdout: string;
  stderr: string;
}

export interface Running {
  /** Resolves when the process exists; rejects like `done` when it never will. */
  started: Promise<void>;
  /**
   * Settles only after the process is gone: one that is stuck is ended. Rejects with ffmpeg's own
   * words, or with the signal's reason after an abort. Safe to leave unawaited.
   */
  done: Promise<Printed>;
  kill(): void;
}

/**
 * Runs one ffmpeg. This is the only file that knows fluent-ffmpeg, which left to itself hangs for
 * ever when its input stream is destroyed or when it is killed before the process exists, answers
 * SIGTERM only after its input ends, and throws out of reach when the process cannot be made.
 */
export function startFfmpeg(binary: string, job: Job, signal: AbortSignal): Running {
  const started = Promise.withResolvers<void>();
  const done = Promise.withResolvers<Printed>();
  let stall: Error | null = null;
  const fail = (error: unknown) => done.reject(signal.aborted ? signal.reason : (stall ?? error));
  done.promise.catch(started.reject);
  started.promise.catch(() => {});

  const command = ffmpeg(job.input)
    .setFfmpegPath(binary)
    .inputOptions(...job.inputOptions)
    .outputOptions(...job.outputOptions)
    .output(job.output);
  let dead = false;
  let endWatch = () => {};
  const kill = () => {
    dead = true;
    command.kill('SIGKILL');
  };

  command
    .on('start', () => {
      const child = childOf(command);
      if (child) {
        catchFailedSpawn(child, fail);
        giveWay(child);
        endWatch = watchForStall(child, job, () => {
          stall ??= new Error('ffmpeg is stuck: it was ended');
          kill();
        });
      }
      if (dead) setImmediate(kill);
      started.resolve();
    })
    .on('end', (stdout, stderr) => done.resolve({ stdout: stdout ?? '', stderr: stderr ?? '' }))
    .on('error', (error, _stdout, stderr) => fail(explain(error, stderr)));
  if (typeof job.input !== 'string') {
    finished(job.input, { writable: false }, (error) => {
      if (error) kill();
    });
    job.input.on('error', () => {});
  }
  const settled = () => {
    endWatch();
    signal.removeEventListener('abort', kill);
  };
  done.promise.then(settled, settled);
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  command.run();
  return { started: started.promise, done: done.promise, kill };
}

/** The library keeps only the last words of ffmpeg; the reason often stands a few lines above. */
function explain(error: Error, stderr: string | null): Error {
  const what = error.message.replace(/(exited with code \d+):.*/s, '$1');
  const words = (stderr ?? '').trim().split('\n').slice(-6).join(' | ');
  return new Error(words ? `${what}: ${words}` : what, { cause: error });
}

/** The library does not hand out the process it has made. */
function childOf(command: object): ChildProcess | null {
  const child: unknown = Reflect.get(command, 'ffmpegProc');
  return child instanceof ChildProcess ? child : null;
}

/** The library's own listener would throw a TypeError here, which nobody could catch. */
function catchFailedSpawn(child: ChildProcess, fail: (error: unknown) => void): void {
  child.removeAllListeners('error');
  child.on('error', fail);
}

/**
 * Lets whoever waits for a page go first: an encoder would take a core for seconds, and nobody
 * notices when it takes a little longer. Set before it has made its threads, which inherit it.
 */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is gone already, or the system does not let us: it works the same without.
  }
}
