import { useEffect, useEffectEvent } from 'react';
import { type Player, SKIP_SECONDS } from '../player/engine/player.ts';

const STEP_SECONDS = 5;

/** By key; letters in lower case. */
type Shortcuts = Record<string, () => void>;

export function useShortcuts(shortcuts: Shortcuts): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const command = shortcuts[event.key.toLowerCase()];
    if (!command || shouldIgnoreKey(event)) return;
    event.preventDefault();
    command();
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => run(event);
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}

export const playerShortcuts = (player: Player): Shortcuts => ({
  ' ': () => player.toggle(),
  k: () => player.toggle(),
  j: () => player.seekBy(-SKIP_SECONDS),
  l: () => player.seekBy(SKIP_SECONDS),
  arrowleft: () => player.seekBy(-STEP_SECONDS),
  arrowright: () => player.seekBy(STEP_SECONDS),
});

/** True when the key is meant for the focused element: a field, an open sheet, a slider, a button. */
export function shouldIgnoreKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return true;
  if (event.key.startsWith('Arrow')) return target.closest('[role=slider], [role=radio]') !== null;
  return event.key === ' ' && target.closest('button, a, summary') !== null;
}
