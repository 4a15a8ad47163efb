import { log } from './log.ts';

export type Job = (signal: AbortSignal) => Promise<unknown>;

export interface PeriodicJob {
  /** Aborts the job's signal; resolves once a run under way has ended. */
  stop(): Promise<void>;
}

/**
 * Never runs twice at once. The next run starts `interval` ms after this one ends, or after the
 * milliseconds that it resolves with. Failures are logged.
 */
export function startPeriodicJob(interval: number, run: Job): PeriodicJob {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  function begin(): void {
    running = run(stopping.signal)
      .catch((error) => log.error({ err: error }, 'a periodic job failed'))
      .then((wait) => {
        if (stopping.signal.aborted) return;
        timer = setTimeout(begin, typeof wait === 'number' ? wait : interval);
      });
  }
  begin();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
