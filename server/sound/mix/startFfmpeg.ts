import { ChildProcess } from 'node:child_process';
import os from 'node:os';
import { finished, type Readable } from 'node:stream';
import ffmpeg from 'fluent-ffmpeg';
import { watchForStall } from './stall.ts';

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

interface Printed {
  /** The last hundred lines. */
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

/**
 * Runs one ffmpeg. Nothing else may use fluent-ffmpeg: left to itself it hangs forever when its
 * input stream is destroyed or when it is killed before the process exists, obeys SIGTERM only
 * after its input ends, and throws uncatchable errors when the process cannot be spawned.
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
        if (!job.isUrgent) lowerPriority(child);
        endWatch = watchForStall(child, job, () => {
          stall ??= new Error('ffmpeg is stuck: it was killed');
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

/** fluent-ffmpeg quotes ffmpeg's last line, but the reason is often a few lines above. */
function explain(error: Error, stderr: string | null): Error {
  const what = error.message.replace(/(exited with code \d+):.*/s, '$1');
  const lines = (stderr ?? '').trim().split('\n').slice(-6).join(' | ');
  return new Error(lines ? `${what}: ${lines}` : what, { cause: error });
}

/** fluent-ffmpeg offers no public access to its process. */
function childOf(command: object): ChildProcess | null {
  const child: unknown = Reflect.get(command, 'ffmpegProc');
  return child instanceof ChildProcess ? child : null;
}

/** fluent-ffmpeg's own listener would throw an uncatchable TypeError. */
function catchFailedSpawn(child: ChildProcess, fail: (error: unknown) => void): void {
  child.removeAllListeners('error');
  child.on('error', fail);
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
