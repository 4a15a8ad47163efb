import { useEffect } from 'react';
import type { Player } from '../ui/player.ts';
import { keepSpeed, recallSpeed } from './playbackStorage.ts';

export function useRememberedSpeed(player: Player): void {
  useEffect(
    () =>
      player.subscribe(() => {
        const { rate } = player.get();
        if (rate !== recallSpeed()) keepSpeed(rate);
      }),
    [player],
  );
}
