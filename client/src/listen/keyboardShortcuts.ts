import { useEffect } from 'react';
import { type Player, SKIP_SECONDS } from '../ui/player.ts';

const STEP_SECONDS = 5;

/** Plays, skips and seeks by keyboard, wherever the focus is on the page. */
export function useKeyboardShortcuts(player: Player): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (shouldIgnoreKey(event)) return;
      const command = commandOf(event.key);
      if (!command) return;
      event.preventDefault();
      command(player);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [player]);
}

const COMMANDS: Record<string, (player: Player) => void> = {
  ' ': (player) => player.toggle(),
  k: (player) => player.toggle(),
  j: (player) => player.seekBy(-SKIP_SECONDS),
  l: (player) => player.seekBy(SKIP_SECONDS),
  arrowleft: (player) => player.seekBy(-STEP_SECONDS),
  arrowright: (player) => player.seekBy(STEP_SECONDS),
};

/** What a key does to the player; undefined for a key without a shortcut. */
export const commandOf = (key: string) => COMMANDS[key.toLowerCase()];

/** True when the key is meant for the focused element: a field, an open sheet, a slider, a button. */
export function shouldIgnoreKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return true;
  if (event.key.startsWith('Arrow')) return target.closest('[role=slider], [role=radio]') !== null;
  return event.key === ' ' && target.closest('button, a, summary') !== null;
}
