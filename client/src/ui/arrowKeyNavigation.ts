import type { KeyboardEvent } from 'react';

/** Up and Down walk from line to line: two hundred stops of the Tab key would be a wall. */
export function arrowKeyNavigation(event: KeyboardEvent<HTMLElement>): void {
  const item = event.target instanceof Element ? event.target.closest('li') : null;
  const next =
    event.key === 'ArrowDown'
      ? item?.nextElementSibling
      : event.key === 'ArrowUp'
        ? item?.previousElementSibling
        : null;
  const line = next?.querySelector('button');
  if (!line) return;
  event.preventDefault();
  line.focus();
}
