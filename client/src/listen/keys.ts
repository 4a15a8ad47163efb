import { type Player, SKIP_SECONDS } from '../ui/player.ts';

const STEP_SECONDS = 5;

/** What a key does to the player; null for keys that are not ours. */
export function commandOf(key: string): ((player: Player) => void) | null {
  switch (key) {
    case ' ':
    case 'k':
    case 'K':
      return (player) => player.toggle();
    case 'j':
    case 'J':
      return (player) => player.seekBy(-SKIP_SECONDS);
    case 'l':
    case 'L':
      return (player) => player.seekBy(SKIP_SECONDS);
    case 'ArrowLeft':
      return (player) => player.seekBy(-STEP_SECONDS);
    case 'ArrowRight':
      return (player) => player.seekBy(STEP_SECONDS);
    default:
      return null;
  }
}

/** True when the key belongs to something on the page: a field, an open sheet, a slider, a pressed key. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return true;
  if (event.key.startsWith('Arrow')) return target.closest('[role=slider], [role=radio]') !== null;
  return event.key === ' ' && target.closest('button, a, summary') !== null;
}
