/** How long a mouse rests on a button, and how soon after a name the next one shows at once, ms. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/** The least distance to the edges of the screen, px. */
const MARGIN = 8;

/** One for the whole app, so that no icon button goes without. Returns a function that ends it. */
export function showTooltips(): () => void {
  const tip = document.createElement('div');
  tip.role = 'tooltip';
  // The button's own label says the same.
  tip.ariaHidden = 'true';
  // The padding lets the mouse move over to it.
  tip.className = 'pointer-events-auto fixed z-50 w-max max-w-80 py-2';
  const text = document.createElement('p');
  text.className = 'rounded-chip bg-ink px-3 py-2 text-meta font-semibold text-ground';
  tip.append(text);

  let at: Element | null = null;
  let closedAt = -SKIP_DELAY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close() {
    clearTimeout(timer);
    if (!tip.isConnected) return;
    tip.remove();
    closedAt = performance.now();
  }
  function open(button: Element) {
    const keys = button.ariaKeyShortcuts ?? button.getAttribute('aria-keyshortcuts');
    text.textContent = `${button.getAttribute('aria-label')}${keys ? ` (${keys})` : ''}`;
    document.body.append(tip);
    const rect = button.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const left = (rect.left + rect.right - width) / 2;
    tip.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
    tip.style.top = `${rect.top >= height ? rect.top - height : rect.bottom}px`;
  }
  function goTo(target: EventTarget | null, delay: number) {
    if (!(target instanceof Element) || tip.contains(target)) return;
    const button = target.closest('button[aria-label]');
    if (button === at) return;
    at = button;
    close();
    if (!button || !hasOnlyIcon(button)) return;
    timer = setTimeout(open, performance.now() - closedAt < SKIP_DELAY ? 0 : delay, button);
  }

  const end = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, act, { capture: true, passive: true, signal: end.signal });
  on(
    'pointermove',
    ({ target, pointerType }) => pointerType === 'mouse' && goTo(target, OPEN_DELAY),
  );
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) goTo(target, 0);
  });
  on('focusout', () => goTo(document.body, 0));
  on('pointerleave', ({ target }) => target === document && goTo(document.body, 0));
  for (const name of ['pointerdown', 'click', 'scroll'] as const) on(name, close);
  on('keydown', ({ key }) => key === 'Escape' && close());
  // The mouse may not move again after the move that loaded this.
  goTo(document.querySelector('button[aria-label]:hover'), OPEN_DELAY);
  return () => {
    end.abort();
    close();
  };
}

function hasOnlyIcon(button: Element): boolean {
  const face = button.cloneNode(true) as Element;
  for (const hidden of face.querySelectorAll('[aria-hidden=true], .sr-only')) hidden.remove();
  return face.textContent.trim() === '';
}
