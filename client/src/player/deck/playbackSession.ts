import type { PartPlayback } from '../engine/partPlayback.ts';
import type { Player } from '../engine/player.ts';
import type { Playable } from './playable.ts';
import type { SleepTimer } from './sleep.ts';

export type PlaybackSessionState = {
  playable: Playable;
  /** How many seconds the parts cover, while it is made. */
  reach: number;
  /** The second that a link named last; null without one. */
  linked: number | null;
  /** A page shows its full player, so that the deck does not. */
  isShown: boolean;
};

export interface PlaybackSession {
  id: number;
  player: Player;
  sound: PartPlayback;
  sleep: SleepTimer;
  get(): PlaybackSessionState;
  subscribe(listener: () => void): () => void;
  /** Takes over what is known now: another title, the finished file. */
  update(change: Partial<PlaybackSessionState>): void;
  /** Goes to the second that a link names. */
  goTo(linked: number): void;
  /** Puts its audio elements into the page. */
  attach(): unknown;
  /** `run` is called before it closes, while the place is known. */
  beforeClose(run: () => void): () => void;
  isClosed(): boolean;
  close(): void;
}
