/** Gap between a popover and its opener, and least distance from the screen's edge, px. */
const GAP = 10;
const MARGIN = 16;

/**
 * Puts a popover over or under the control that opened it, where there is more room, by custom
 * properties that only wide screens use. Without a visible opener it stays a dialog in the middle.
 */
export function positionAt(popover: HTMLElement, opener: Element | null): void {
  const at = opener?.getBoundingClientRect();
  popover.toggleAttribute('data-placed', Boolean(at && at.width > 0));
  if (!at) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const over = at.top;
  const under = clientHeight - at.bottom;
  const isOver = over > under;
  const left = (at.left + at.right - popover.offsetWidth) / 2;
  const latest = clientWidth - popover.offsetWidth - MARGIN;
  const properties = {
    left: `${Math.max(MARGIN, Math.min(left, latest))}px`,
    top: isOver ? 'auto' : `${at.bottom + GAP}px`,
    bottom: isOver ? `${clientHeight - at.top + GAP}px` : 'auto',
    room: `${Math.max(over, under) - GAP - MARGIN}px`,
  };
  for (const [name, value] of Object.entries(properties)) {
    popover.style.setProperty(`--at-${name}`, value);
  }
}
