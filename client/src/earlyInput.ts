/** Some controls listen to `mousedown`, others to `click`. */
function press(control: HTMLElement): void {
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  control.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Records what a visitor types and presses in the prerendered page before the app has loaded. `replay`
 * does it again once the app is interactive; `stop` leaves the page to the browser. Links work without
 * the app.
 */
export function captureEarlyInput(root: HTMLElement): { replay: () => void; stop: () => void } {
  const typed = new Map<string, string>();
  let pressed: HTMLElement | null = null;

  // Typed before this script was loaded.
  for (const field of root.querySelectorAll<Field>('input[name], textarea[name]')) {
    if (field.value !== field.defaultValue) typed.set(field.name, field.value);
  }

  const onInput = ({ target }: Event) => {
    if (isField(target) && target.name) typed.set(target.name, target.value);
  };
  const onClick = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const control = event.target.closest<HTMLElement>('button, [role=tab]');
    if (!control) return;
    event.preventDefault();
    pressed = control;
  };
  // The Enter key in a field submits without a click.
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (event.target instanceof Element) pressed = event.target.querySelector('[type=submit]');
  };
  root.addEventListener('input', onInput);
  root.addEventListener('click', onClick);
  root.addEventListener('submit', onSubmit);

  const stop = () => {
    root.removeEventListener('input', onInput);
    root.removeEventListener('click', onClick);
    root.removeEventListener('submit', onSubmit);
  };
  const replay = () => {
    stop();
    for (const [name, value] of typed) fill(root, name, value);
    const control = pressed && counterpart(root, pressed);
    if (control) press(control);
  };
  return { replay, stop };
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
  const all = root.querySelectorAll<HTMLElement>('button, [role=tab]');
  return [...all].find((other) => nameOf(other) === nameOf(control));
}

/** The accessible name; icon buttons have no text. */
function nameOf(control: HTMLElement): string | null {
  return control.getAttribute('aria-label') ?? control.textContent;
}
