import type { DbOrTx } from '../db/open.ts';

/** Which episodes are to be made, kept in PostgreSQL: any instance may take the next one. */
export interface Queue {
  /** Adds a job inside the caller's transaction: no paid order without one, no job without payment. */
  enqueue(tx: DbOrTx, podcastId: number): Promise<void>;
  /** Starts taking jobs. The signal aborts when this instance must hand its job back. */
  work(produce: (podcastId: number, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Stops taking jobs and hands back what is under way, within a few seconds. */
  stop(): Promise<void>;
}
