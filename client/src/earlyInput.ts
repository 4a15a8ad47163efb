/** Some controls listen to `mousedown`, others to `click`. */
function press(control: HTMLElement): void {
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  control.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a press on it needs the app for; links work without. */
const CONTROLS = 'button, [role=tab]';

type EarlyInput = {
  /** The app hydrates what was sent: from now on React answers each press, and hydrates for it. */
  handOver: () => void;
  /** Does again what was done before the app was there; call it once the app is interactive. */
  replay: () => void;
  /** Leaves the page to the browser. */
  stop: () => void;
};

/**
 * Records what a visitor types and presses in the prerendered page before the app answers. A press
 * belongs to whoever was there when it began: it may end after the app has taken over the control or
 * replaced it, and then the browser sends no click.
 */
export function captureEarlyInput(root: HTMLElement): EarlyInput {
  const typed = new Map<string, string>();
  const sent = [...root.children];
  const listening = new AbortController();
  const stop = () => listening.abort();
  let isHandedOver = false;
  /** The control under a mouse button that is still down. */
  let held: HTMLElement | null = null;
  let pressed: HTMLElement | null = null;

  /** The control here, if the app does not answer it yet. */
  const earlyControl = (target: EventTarget | null): HTMLElement | null => {
    const control = controlAt(target);
    return !isHandedOver && sent.some((part) => part.contains(control)) ? control : null;
  };

  // Typed before this script was loaded.
  for (const field of root.querySelectorAll<Field>('input[name], textarea[name]')) {
    if (field.value !== field.defaultValue) typed.set(field.name, field.value);
  }

  const onInput = ({ target }: Event) => {
    if (isField(target) && target.name) typed.set(target.name, target.value);
  };
  const onMouseDown = ({ target }: Event) => {
    held = earlyControl(target);
  };
  const onMouseUp = ({ target }: Event) => {
    if (!held) return;
    const isOnIt = controlAt(target) === counterpart(root, held);
    if (isOnIt && !held.isConnected) pressed = held;
    // If it is still there, its click comes next.
    if (!isOnIt || !held.isConnected) held = null;
  };
  const onClick = (event: Event) => {
    const wasHeld = held && held === controlAt(event.target);
    const control = wasHeld ? held : earlyControl(event.target);
    held = null;
    if (!control) return;
    event.preventDefault();
    // React listens at the same element, and would answer a press whose beginning it has missed.
    event.stopImmediatePropagation();
    pressed = control;
  };
  // The Enter key in a field submits without a click.
  const onSubmit = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const control = earlyControl(event.target.querySelector('[type=submit]'));
    if (!control) return;
    event.preventDefault();
    pressed = control;
  };
  const options = { capture: true, signal: listening.signal };
  root.addEventListener('input', onInput, options);
  root.addEventListener('mousedown', onMouseDown, options);
  window.addEventListener('mouseup', onMouseUp, options);
  root.addEventListener('click', onClick, options);
  root.addEventListener('submit', onSubmit, options);

  const pressAgain = () => {
    stop();
    const control = pressed && counterpart(root, pressed);
    if (control) press(control);
  };
  return {
    handOver() {
      isHandedOver = true;
    },
    replay() {
      for (const [name, value] of typed) fill(root, name, value);
      if (!held) return pressAgain();
      // After the click that may follow the release.
      window.addEventListener('mouseup', () => setTimeout(pressAgain), options);
    },
    stop,
  };
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Sets a field's value as typing does, so that React notices it. */
function fill(root: HTMLElement, name: string, value: string): void {
  const field = root.querySelector(`[name="${CSS.escape(name)}"]`);
  if (!isField(field)) return;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  const setter = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
  // React reports a change only if the value differs from the one it knows, which may be the typed one
  // already: so empty the field first. Use the prototype's setter, as React's own hides the change.
  for (const text of ['', value]) {
    setter?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The control itself, or the one that the app rendered in its place. */
function counterpart(root: HTMLElement, control: HTMLElement): HTMLElement | undefined {
  if (control.isConnected) return control;
  const all = root.querySelectorAll<HTMLElement>(CONTROLS);
  return [...all].find((other) => nameOf(other) === nameOf(control));
}

/** The accessible name; icon buttons have no text. */
function nameOf(control: HTMLElement): string | null {
  return control.getAttribute('aria-label') ?? control.textContent;
}
