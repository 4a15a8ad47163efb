/** Presses a control as a hand would: some listen to the button going down, some to the click. */
function handlePress(control: HTMLElement): void {
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  control.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * The page can be read and touched before its script has come. What a visitor types or presses
 * meanwhile is kept, and done again by `redo` once the app is awake; `letGo` leaves the page to the
 * browser. Links need no such help: the browser follows them by itself.
 */
export function replayEarlyInput(root: HTMLElement): { redo: () => void; letGo: () => void } {
  const typed = new Map<string, string>();
  let pressed: HTMLElement | null = null;

  // Typed before even this script had come.
  for (const field of root.querySelectorAll<Field>('input[name], textarea[name]')) {
    if (field.value !== field.defaultValue) typed.set(field.name, field.value);
  }

  const type = ({ target }: Event) => {
    if (isField(target) && target.name) typed.set(target.name, target.value);
  };
  const hold = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>('button, [role=tab]');
    if (!control) return;
    event.preventDefault();
    pressed = control;
  };
  // The enter key in a field submits without a click.
  const submit = (event: Event) => {
    event.preventDefault();
    pressed = (event.target as Element).querySelector<HTMLElement>('[type=submit]');
  };
  root.addEventListener('input', type);
  root.addEventListener('click', hold);
  root.addEventListener('submit', submit);

  const letGo = () => {
    root.removeEventListener('input', type);
    root.removeEventListener('click', hold);
    root.removeEventListener('submit', submit);
  };
  const redo = () => {
    letGo();
    for (const [name, value] of typed) fill(root, name, value);
    const now = pressed && counterpart(root, pressed);
    if (now) handlePress(now);
  };
  return { redo, letGo };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** As if it were typed now: the app was not there to hear it. */
function fill(root: HTMLElement, name: string, value: string): void {
  const field = root.querySelector(`[name="${CSS.escape(name)}"]`);
  if (!isField(field)) return;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  const setter = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
  // Emptied first: React hears of a change only when the value differs from the one it met, and it
  // may have met the typed one. Its own setter would hide the change, so the element's is used.
  for (const text of ['', value]) {
    setter?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The control itself, or the one that was drawn in its place. */
function counterpart(root: HTMLElement, control: HTMLElement): HTMLElement | undefined {
  if (control.isConnected) return control;
  const all = root.querySelectorAll<HTMLElement>('button, [role=tab]');
  return [...all].find((other) => nameOf(other) === nameOf(control));
}

/** Keys that show a picture have no text of their own. */
function nameOf(control: HTMLElement): string | null {
  return control.getAttribute('aria-label') ?? control.textContent;
}
