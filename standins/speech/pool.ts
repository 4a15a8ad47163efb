import { Worker } from 'node:worker_threads';
import { compileFlite } from './flite.ts';
import type { SpeechJob, SpeechResult } from './worker.ts';

export interface SpeechPool {
  /** Texts wait for a free thread in order of arrival. */
  speak(job: SpeechJob, signal: AbortSignal): Promise<Int16Array>;
  close(): Promise<void>;
}

interface Waiting {
  job: SpeechJob;
  resolve(samples: Int16Array): void;
  reject(error: Error): void;
}
interface PoolWorker {
  worker: Worker;
  busyWith: Waiting | null;
}

/** Workers of closed pools, kept because they have loaded their code and 17 MB of voices. */
const spare = new Set<Worker>();

function takeWorker(): Worker {
  for (const worker of spare) {
    spare.delete(worker);
    return removeListeners(worker);
  }
  // Compiled once for all workers: it is 21 MB.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: compileFlite(),
  });
  worker.unref();
  return worker;
}

function keepWorker(worker: Worker): void {
  const forget = () => spare.delete(worker);
  spare.add(removeListeners(worker).on('error', forget).on('exit', forget));
}

/** Removes the last pool's listeners; Node has some of its own, which have to stay. */
function removeListeners(worker: Worker): Worker {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  return worker;
}

/** Workers start with the first texts and do not keep the process alive. */
export function openPool(size: number): SpeechPool {
  const queue: Waiting[] = [];
  const workers = new Set<PoolWorker>();
  let closed = false;

  const startWorker = (): PoolWorker => {
    const member: PoolWorker = { worker: takeWorker(), busyWith: null };
    member.worker.on('message', (result: SpeechResult) => finish(member, result));
    member.worker.on('error', (error) => removeWorker(member, String(error)));
    member.worker.on('exit', () => removeWorker(member, 'the worker ended'));
    workers.add(member);
    return member;
  };

  const removeWorker = (member: PoolWorker, error: string) => {
    workers.delete(member);
    finish(member, { error });
  };

  const finish = (member: PoolWorker, result: SpeechResult) => {
    const waiting = member.busyWith;
    member.busyWith = null;
    if ('samples' in result) waiting?.resolve(result.samples);
    else waiting?.reject(new Error(`speech failed: ${result.error}`));
    next();
  };

  const next = () => {
    while (queue.length) {
      const free = [...workers].find((member) => !member.busyWith);
      if (!free && workers.size >= size) return;
      const member = free ?? startWorker();
      member.busyWith = queue.shift() ?? null;
      member.worker.postMessage(member.busyWith?.job);
    }
  };

  return {
    speak(job, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (closed) throw new Error('the stand-in is closed');
        const waiting = { job, resolve, reject };
        signal.addEventListener('abort', () => {
          const place = queue.indexOf(waiting);
          if (place >= 0) queue.splice(place, 1);
          reject(signal.reason);
        });
        queue.push(waiting);
        next();
      });
    },
    async close() {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(new Error('the stand-in was closed'));
      const busy = [...workers].filter(({ busyWith }) => busyWith);
      for (const { worker, busyWith } of workers) if (!busyWith) keepWorker(worker);
      await Promise.all(busy.map(({ worker }) => worker.terminate()));
    },
  };
}
