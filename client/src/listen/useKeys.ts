import { useEffect } from 'react';
import type { Player } from '../ui/player.ts';
import { commandOf, isTaken } from './keys.ts';

/** The keyboard plays, skips and steps, wherever on the page it is. */
export function useKeys(player: Player): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const command = commandOf(event.key);
      if (!command) return;
      event.preventDefault();
      command(player);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [player]);
}
