/** Some controls listen to `mousedown`, others to `click`. */
function press(control: HTMLElement): void {
  control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  control.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Links work without the app, and so do forms with an address. */
const CONTROLS = 'button, [role=tab]';

const CANCELS = ['pointercancel', 'contextmenu'];

/** A form as the server sent it, which the app replaces with another. */
const STAND_IN = '[data-stand-in]';

declare global {
  interface Window {
    /** Set by the document's own script (`shared/inlineScript.ts`). */
    early?: { pressed: HTMLElement | null; stop: () => void };
  }
}

type EarlyInput = {
  handOver: () => void;
  /** Repeats what was typed and pressed; call it once the app is interactive. */
  replay: () => void;
  stop: () => void;
};

/**
 * Records what a visitor types and presses before the app answers. A press that began before then
 * stays here: it may end after the app has taken over or replaced the control, and then the browser
 * sends no click.
 */
export function captureEarlyInput(root: HTMLElement): EarlyInput {
  const typed = new Map<string, string>();
  const listening = new AbortController();
  const stop = () => {
    listening.abort();
    if (pressed) setBusy(pressed, false);
  };
  let isHandedOver = false;
  /** The control under a mouse button that is still down, or under a finger until its click. */
  let held: HTMLElement | null = null;
  let isFinger = false;
  let pressed = takeOver();
  /** The focused field, even after the app has drawn another one in its place. */
  let focused: Field | null = fieldOf(document.activeElement);

  /** Returns the control at `target` if a press on it must wait for `replay`. */
  const earlyControl = (target: EventTarget | null): HTMLElement | null => {
    const control = controlAt(target);
    if (!control || worksAlone(control)) return null;
    return isHandedOver && !control.closest(STAND_IN) ? null : control;
  };
  const keep = (control: HTMLElement) => {
    if (pressed) setBusy(pressed, false);
    pressed = control;
    setBusy(control, true);
  };

  // Typed before this script was loaded.
  for (const field of root.querySelectorAll<Field>('input[name], textarea[name]')) {
    if (field.value !== field.defaultValue) typed.set(field.name, field.value);
  }

  const onInput = ({ target }: Event) => {
    const field = fieldOf(target);
    if (field?.name) typed.set(field.name, field.value);
  };
  const onFocus = ({ target }: Event) => {
    focused = fieldOf(target);
  };
  // A field that is removed from the page loses the focus, too.
  const onBlur = () =>
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    });
  const onPointerDown = ({ target, pointerType }: PointerEvent) => {
    isFinger = pointerType === 'touch';
    if (isFinger) held = earlyControl(target);
  };
  // A finger that scrolls or rests sends no click.
  const onCancel = () => {
    held = null;
  };
  /** A finger's mouse events come once it is lifted, to whatever the app has drawn by then. */
  const isAstray = () => isFinger && held?.isConnected === false;
  const onMouseDown = (event: Event) => {
    if (isAstray()) take(event);
    else held = earlyControl(event.target);
  };
  const onMouseUp = ({ target }: Event) => {
    if (!held || isAstray()) return;
    const isOnIt = controlAt(target) === counterpart(root, held);
    if (isOnIt && !held.isConnected) keep(held);
    // If it is still there, its click comes next.
    if (!isOnIt || !held.isConnected) held = null;
  };
  const onClick = (event: Event) => {
    const wasHeld = held && (isAstray() || held === controlAt(event.target));
    const control = wasHeld ? held : earlyControl(event.target);
    held = null;
    if (!control) return;
    take(event);
    keep(control);
  };
  // The Enter key in a field submits without a click.
  const onSubmit = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const control = earlyControl(event.target.querySelector('[type=submit]'));
    if (!control) return;
    event.preventDefault();
    keep(control);
  };
  const options = { capture: true, signal: listening.signal };
  root.addEventListener('input', onInput, options);
  root.addEventListener('focusin', onFocus, options);
  root.addEventListener('focusout', onBlur, options);
  root.addEventListener('pointerdown', onPointerDown, options);
  for (const kind of CANCELS) window.addEventListener(kind, onCancel, options);
  root.addEventListener('mousedown', onMouseDown, options);
  window.addEventListener('mouseup', onMouseUp, options);
  root.addEventListener('click', onClick, options);
  root.addEventListener('submit', onSubmit, options);

  const pressAgain = () => {
    stop();
    const control = pressed && counterpart(root, pressed);
    if (control) press(control);
  };
  const doAgain = () => {
    for (const [name, value] of typed) fill(root, name, value);
    if (focused && !focused.isConnected && !pressed) focusAgain(root, focused.name);
    if (!held) return pressAgain();
    // After the click that may follow the release.
    for (const kind of ['mouseup', ...CANCELS]) {
      window.addEventListener(kind, () => setTimeout(pressAgain), options);
    }
  };
  return {
    handOver() {
      isHandedOver = true;
    },
    replay() {
      isHandedOver = true;
      afterStandIns(root, doAgain);
    },
    stop,
  };
}

/** React listens at the same element, and would answer a press whose beginning it has missed. */
function take(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function takeOver(): HTMLElement | null {
  window.early?.stop();
  return window.early?.pressed ?? null;
}

function afterStandIns(root: HTMLElement, act: () => void): void {
  const isDrawn = () => root.querySelector(STAND_IN) === null;
  if (isDrawn()) {
    act();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!isDrawn()) return;
    observer.disconnect();
    act();
  });
  observer.observe(root, { childList: true, subtree: true });
}

const worksAlone = (control: HTMLElement) =>
  isSubmit(control) && control.closest('form')?.hasAttribute('action') === true;

const isSubmit = (control: HTMLElement) => control.getAttribute('type') === 'submit';

function setBusy(control: HTMLElement, isBusy: boolean): void {
  if (isBusy && isSubmit(control)) control.setAttribute('aria-busy', 'true');
  if (!isBusy) control.removeAttribute('aria-busy');
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
}

function fieldOf(target: EventTarget | null): Field | null {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField ? target : null;
}

const fieldNamed = (root: HTMLElement, name: string) =>
  fieldOf(root.querySelector(`[name="${CSS.escape(name)}"]`));

function focusAgain(root: HTMLElement, name: string): void {
  const field = fieldNamed(root, name);
  if (!field || document.activeElement !== document.body) return;
  field.focus();
  // An email field has no selection to set.
  const end = field.value.length;
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(end, end);
}

function fill(root: HTMLElement, name: string, value: string): void {
  const field = fieldNamed(root, name);
  if (!field) return;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  const setter = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
  // React reports a change only if the value differs from the one it knows, which may already be
  // the typed one: so empty the field first. React's own setter would hide the change.
  for (const text of ['', value]) {
    setter?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The control itself, or the one that the app rendered in its place. */
function counterpart(root: HTMLElement, control: HTMLElement): HTMLElement | undefined {
  if (control.isConnected) return control;
  const all = [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  const namesake = () => all.find((other) => accessibleName(other) === accessibleName(control));
  return all.find(({ id }) => id !== '' && id === control.id) ?? namesake();
}

function accessibleName(control: HTMLElement): string | null {
  return control.getAttribute('aria-label') ?? control.textContent;
}
