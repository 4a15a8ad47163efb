import type { Purchase } from '../../standins/purchaseLog.ts';
import type { Crash } from '../crash.ts';
import type { Episode, State } from '../episode.ts';

/** The data with which an episode is checked after a crash. */
export interface Evidence {
  episode: Episode;
  crash: Crash;
  /** The current state. */
  state: State;
  /** The purchase log since the order. */
  entries: Purchase[];
  /** Index of the first entry after the product was dead. */
  dead: number;
  limits: Required<Allowance>;
}

/** Limits of what a fault may cost. */
export interface Allowance {
  /** Takeovers by another worker, each of which may lose what is in flight. Default: one. */
  handovers?: number;
  /** Most "ready" emails, all with one Message-ID. Default: one. */
  emails?: number;
}
