import type { PartPlayback } from '../engine/partPlayback.ts';
import type { Player } from '../engine/player.ts';
import type { Playable } from './playable.ts';
import type { SleepTimer } from './sleep.ts';

export type PlaybackSessionState = {
  playable: Playable;
  /** Seconds that the parts cover while the episode is being made. */
  reach: number;
  /** The second that the last link named. */
  linked: number | null;
  /** A page shows its own player, so the deck hides. */
  isShown: boolean;
};

export interface PlaybackSession {
  id: number;
  player: Player;
  sound: PartPlayback;
  sleep: SleepTimer;
  get(): PlaybackSessionState;
  subscribe(listener: () => void): () => void;
  update(change: Partial<PlaybackSessionState>): void;
  goTo(linked: number): void;
  attach(): unknown;
  /** Calls `run` before closing, while the position is known. Returns how to cancel that. */
  beforeClose(run: () => void): () => void;
  isClosed(): boolean;
  close(): void;
}
