import { useEffect } from 'react';
import type { Player } from '../ui/player.ts';
import { commandOf, isKeyTaken } from './keys.ts';

/** The keyboard plays, skips and steps, wherever on the page it is. */
export function useKeys(player: Player): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (isKeyTaken(event)) return;
      const command = commandOf(event.key);
      if (!command) return;
      event.preventDefault();
      command(player);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [player]);
}
