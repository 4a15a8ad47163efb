/** Gap between a popover and its opener, and least distance from the screen's edge, px. */
const GAP = 10;
const MARGIN = 16;

/**
 * Sets custom properties that only wide screens use. The popover goes under its opener, or over it
 * if it does not fit below and there is more room above. It covers no bar that holds the opener.
 * Without a visible opener it stays a dialog in the middle.
 */
export function positionAt(popover: HTMLElement, opener: Element | null): void {
  const at = opener?.getBoundingClientRect();
  // Set before measuring: a dialog in the middle is wider.
  popover.toggleAttribute('data-placed', Boolean(at?.width));
  if (!opener || !at?.width) return;
  // Measure its own height, not the room that it was given before.
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

/** Returns the low fixed or sticky bar that holds the control, or the control itself. */
function barOf(control: Element): Element {
  for (let box = control.parentElement; box; box = box.parentElement) {
    const isFixed = ['fixed', 'sticky'].includes(getComputedStyle(box).position);
    if (isFixed && box.clientHeight < document.documentElement.clientHeight / 4) return box;
  }
  return control;
}
