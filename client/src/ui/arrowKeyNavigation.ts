import type { KeyboardEvent } from 'react';

/** Up and Down move between lines, so that a transcript is one Tab stop instead of hundreds. */
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
