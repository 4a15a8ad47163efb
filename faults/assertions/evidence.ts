import type { Purchase } from '../../standins/purchaseLog.ts';
import type { Crash } from '../crash.ts';
import type { Episode, State } from '../episode.ts';

export interface Evidence {
  episode: Episode;
  crash: Crash;
  state: State;
  /** Since the order. */
  entries: Purchase[];
  /** Index of the first entry after the product was dead. */
  dead: number;
  limits: Required<Allowance>;
}

export interface Allowance {
  /** Takeovers by another worker, each of which may lose what is in flight. Default: 1. */
  handovers?: number;
  /** Most "ready" emails, all with one Message-ID. Default: 1. */
  emails?: number;
}
