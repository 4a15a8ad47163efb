/** Gap between a popover and its opener, and least distance from the screen's edge, px. */
const GAP = 10;
const MARGIN = 16;

/**
 * Puts a popover under the control that opened it, or over it if it does not fit there and over has
 * more room, by custom properties that only wide screens use. It ends where the control ends in the
 * right half of the screen, begins where it begins in the left one, and covers nothing of a bar that
 * holds the control. Without a visible opener it stays a dialog in the middle.
 */
export function positionAt(popover: HTMLElement, opener: Element | null): void {
  const at = opener?.getBoundingClientRect();
  // Before it is measured: a dialog in the middle is wider.
  popover.toggleAttribute('data-placed', Boolean(at?.width));
  if (!opener || !at?.width) return;
  // Its own height, whatever room it was given before.
  popover.style.removeProperty('--at-room');
  const { offsetWidth, offsetHeight } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const { top: over, bottom } = barOf(opener).getBoundingClientRect();
  const under = clientHeight - bottom;
  const isOver = over > under && offsetHeight > under - GAP - MARGIN;
  const isRight = at.left + at.right > clientWidth;
  const left = isRight ? at.right - offsetWidth : at.left;
  const latest = clientWidth - offsetWidth - MARGIN;
  const properties = {
    left: `${Math.max(MARGIN, Math.min(left, latest))}px`,
    top: isOver ? 'auto' : `${bottom + GAP}px`,
    bottom: isOver ? `${clientHeight - over + GAP}px` : 'auto',
    room: `${(isOver ? over : under) - GAP - MARGIN}px`,
  };
  for (const [name, value] of Object.entries(properties)) {
    popover.style.setProperty(`--at-${name}`, value);
  }
}

/** The low bar at an edge of the screen that a control stands in, or the control itself. */
function barOf(control: Element): Element {
  for (let box = control.parentElement; box; box = box.parentElement) {
    const isFixed = ['fixed', 'sticky'].includes(getComputedStyle(box).position);
    if (isFixed && box.clientHeight < document.documentElement.clientHeight / 4) return box;
  }
  return control;
}
