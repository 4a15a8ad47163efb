import { useEffect } from 'react';
import { sayListened } from '../api/listen.ts';
import type { Player } from '../ui/player.ts';
import { onListen } from './onListen.ts';

/** Has the listen counted once for each opening of the page. `embedded`: another site frames it. */
export function useCountListen(player: Player, token: string, embedded = false): void {
  useEffect(() => onListen(player, () => sayListened(token, embedded)), [player, token, embedded]);
}
