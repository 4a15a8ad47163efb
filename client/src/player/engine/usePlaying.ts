import { useSyncExternalStore } from 'react';
import type { Player, Playing } from './player.ts';

/** The component re-renders only when the selection changes. */
export function usePlaying<T extends string | number | boolean>(
  player: Player,
  pick: (playing: Playing) => T,
): T {
  return useSyncExternalStore(player.subscribe, () => pick(player.get()));
}
