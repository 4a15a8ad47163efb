import { useEffect } from 'react';
import type { Player } from './engine/player.ts';
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
