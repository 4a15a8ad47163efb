import type { Purchase } from '../../standins/purchaseLog.ts';
import type { Crash } from '../crash.ts';
import type { Episode, State } from '../episode.ts';

/** What an episode that survived a crash is checked by. */
export interface Evidence {
  episode: Episode;
  crash: Crash;
  /** As it is now. */
  state: State;
  /** The purchase log since the order. */
  entries: Purchase[];
  /** Index of the first entry after the product was dead. */
  dead: number;
  mercy: Required<Allowance>;
}

/** What a fault may cost. */
export interface Allowance {
  /** How often another worker took the episode over; each may lose what is in flight. One, unless given. */
  handovers?: number;
  /** How many letters, all under one Message-ID, may say that it is ready. One, unless given. */
  emails?: number;
}
