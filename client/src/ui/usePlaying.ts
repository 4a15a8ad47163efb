import { useSyncExternalStore } from 'react';
import type { Player, Playing } from './player.ts';

/** One aspect of what is playing; the component renders again only when that changes. */
export function usePlaying<T extends string | number | boolean>(
  player: Player,
  pick: (playing: Playing) => T,
): T {
  return useSyncExternalStore(player.subscribe, () => pick(player.get()));
}
