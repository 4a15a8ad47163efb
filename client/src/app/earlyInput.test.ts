import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { INLINE_SCRIPT } from '#shared/inlineScript.ts';
import { captureEarlyInput } from './earlyInput.ts';

afterEach(() => {
  document.body.replaceChildren();
  window.early?.stop();
});

test('text typed before the app has loaded is restored in the fields it draws', () => {
  const root = document.createElement('div');
  const form =
    '<form><input name="email" value=""><input name="name" value="as sent"><textarea name="topic"></textarea></form>';
  root.innerHTML = form;
  const field = (name: string) => root.querySelector<HTMLInputElement>(`[name=${name}]`);
  const type = (name: string, text: string) => {
    const one = field(name);
    if (!one) throw new Error(`there is no field ${name}`);
    one.value = text;
    one.dispatchEvent(new Event('input', { bubbles: true }));
  };
  type('email', 'ann@example.com');
  const { replay } = captureEarlyInput(root);
  type('topic', 'Tides');
  root.innerHTML = form;
  replay();
  expect(['email', 'name', 'topic'].map((name) => field(name)?.value)).toEqual([
    'ann@example.com',
    'as sent',
    'Tides',
  ]);
});

test('the icon button pressed before the app has loaded is pressed again afterwards', () => {
  const root = document.createElement('div');
  const buttons = ['Play', 'Menu'].map(
    (name) => `<button aria-label="${name}"><svg></svg></button>`,
  );
  root.innerHTML = buttons.join('');
  const { replay } = captureEarlyInput(root);
  root.querySelector<HTMLElement>('[aria-label=Menu]')?.click();
  root.innerHTML = buttons.join('');
  const pressed: unknown[] = [];
  for (const button of root.querySelectorAll('button')) {
    button.addEventListener('click', () => pressed.push(button.ariaLabel));
  }
  replay();
  expect(pressed).toEqual(['Menu']);
});

const names = ['Sign In', 'Menu'];
const buttonsHtml = names.map((name) => `<button type="button">${name}</button>`).join('');

/** A page with two buttons; `draw` replaces them, `answer` is the app's listener. */
function openPage() {
  const root = document.createElement('div');
  const draw = () => {
    root.innerHTML = `<main>${buttonsHtml}</main>`;
  };
  draw();
  document.body.replaceChildren(root);
  const answered: unknown[] = [];
  const answer = ({ target }: Event) => answered.push((target as Element).textContent);
  const button = (name: string) => {
    const found = [...root.querySelectorAll('button')].find((it) => it.textContent === name);
    if (!found) throw new Error(`there is no button ${name}`);
    return found;
  };
  const mouse = (kind: string, name: string) =>
    button(name).dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true }));
  return { root, draw, answered, answer, button, mouse, ...captureEarlyInput(root) };
}

test('a press that begins on a button and ends on the one that replaced it takes effect once', () => {
  const page = openPage();
  page.mouse('mousedown', 'Sign In');
  page.draw();
  page.root.addEventListener('click', page.answer);
  // No browser sends a click here.
  page.mouse('mouseup', 'Sign In');
  page.replay();
  expect(page.answered).toEqual(['Sign In']);
});

/** What a browser sends for a finger: the mouse's events when it is lifted, to what is there by then. */
function touch(page: ReturnType<typeof openPage>, name: string) {
  const send = (kind: string, at: string) =>
    page.button(at).dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'touch' }));
  send('pointerdown', name);
  return {
    lift(over: string) {
      send('pointerup', over);
      for (const kind of ['mousedown', 'mouseup', 'click']) page.mouse(kind, over);
    },
    cancel: () => send('pointercancel', name),
  };
}

test('a touch that begins on a button takes effect there once, whatever is drawn under the finger', async () => {
  const page = openPage();
  const finger = touch(page, 'Sign In');
  page.handOver();
  page.draw();
  page.root.addEventListener('mousedown', page.answer);
  page.root.addEventListener('click', page.answer);
  page.replay();
  finger.lift('Menu');
  // As the replay does it: the mouse button and the click.
  await vi.waitFor(() => expect(page.answered).toEqual(['Sign In', 'Sign In']));
  for (const kind of ['mousedown', 'mouseup', 'click']) page.mouse(kind, 'Menu');
  expect(page.answered).toEqual(['Sign In', 'Sign In', 'Menu', 'Menu']);
});

test('a finger that scrolls presses nothing, and gives way to the press before it', async () => {
  const page = openPage();
  page.mouse('click', 'Menu');
  const finger = touch(page, 'Sign In');
  page.handOver();
  page.draw();
  page.root.addEventListener('click', page.answer);
  page.replay();
  expect(page.answered).toEqual([]);
  finger.cancel();
  await vi.waitFor(() => expect(page.answered).toEqual(['Menu']));
});

test('a press that ends on another button than it began on takes no effect', () => {
  const page = openPage();
  page.mouse('mousedown', 'Sign In');
  page.draw();
  page.root.addEventListener('click', page.answer);
  page.mouse('mouseup', 'Menu');
  page.replay();
  expect(page.answered).toEqual([]);
});

test('a press that ends after the replay takes effect once, from its beginning', async () => {
  const page = openPage();
  const begun: unknown[] = [];
  page.mouse('mousedown', 'Menu');
  page.root.addEventListener('click', page.answer);
  page.root.addEventListener('mousedown', () => begun.push('Menu'));
  page.handOver();
  page.replay();
  page.mouse('mouseup', 'Menu');
  page.mouse('click', 'Menu');
  await vi.waitFor(() => expect(page.answered).toEqual(['Menu']));
  expect(begun).toEqual(['Menu']);
});

test('a press that the app answers itself is not replayed', () => {
  const page = openPage();
  page.handOver();
  page.root.addEventListener('click', page.answer);
  for (const kind of ['mousedown', 'mouseup', 'click']) page.mouse(kind, 'Menu');
  page.replay();
  expect(page.answered).toEqual(['Menu']);
});

/** A page with one form, before any script file has come. */
function openForm(html: string) {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  // As the document does.
  new Function(INLINE_SCRIPT)();
  const submitButton = () => {
    const found = root.querySelector<HTMLButtonElement>('[type=submit]');
    if (!found) throw new Error('there is no button');
    return found;
  };
  const submits: unknown[] = [];
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    submits.push(new FormData(event.target as HTMLFormElement).get('topic'));
  });
  return { root, submitButton, submits };
}

const draw = (attributes: string, label: string) =>
  `<form ${attributes}><input name="topic" value=""><button id="go" type="submit">${label}</button></form>`;

test('a button pressed before any script file has come looks pressed, and is pressed again once', async () => {
  const { root, submitButton, submits } = openForm(draw('', 'Go'));
  submitButton().click();
  submitButton().click();
  expect(submits).toEqual([]);
  expect(submitButton()).toHaveAttribute('aria-busy', 'true');
  const { replay } = captureEarlyInput(root);
  replay();
  expect(submitButton()).not.toHaveAttribute('aria-busy');
  submitButton().click();
  expect(submits).toEqual(['', '']);
});

test('a button that the app has just drawn waits for what was typed before', () => {
  const { root, submitButton, submits } = openForm(draw('', 'Go'));
  const { replay } = captureEarlyInput(root);
  fireEvent.input(root.querySelector('input') as Element, { target: { value: 'Tides' } });
  root.innerHTML = draw('', 'Go');
  submitButton().click();
  expect(submits).toEqual([]);
  replay();
  submitButton().click();
  expect(submits).toEqual(['Tides', 'Tides']);
});

test('a form with an address is left to the browser', () => {
  const { submitButton, submits } = openForm(draw('action="/create"', 'Go'));
  submitButton().click();
  expect(submits).toEqual(['']);
});

test('what is done in a stand-in waits for the form that takes its place', async () => {
  const { root, submitButton, submits } = openForm(draw('data-stand-in', 'Go'));
  const type = (text: string) => {
    const field = root.querySelector('input');
    if (!field) throw new Error('there is no field');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const { handOver, replay } = captureEarlyInput(root);
  type('Ti');
  handOver();
  replay();
  type('Tides');
  submitButton().click();
  expect(submits).toEqual([]);
  root.innerHTML = draw('', 'Go for $3.99');
  await vi.waitFor(() => expect(submits).toEqual(['Tides']));
  type('Tides and tills');
  submitButton().click();
  expect(submits).toEqual(['Tides', 'Tides and tills']);
});

test('a stand-in’s field that had the focus hands it to the one in its place', async () => {
  const { root } = openForm(draw('data-stand-in', 'Go'));
  const { replay } = captureEarlyInput(root);
  root.querySelector('input')?.focus();
  replay();
  root.innerHTML = draw('', 'Go');
  await vi.waitFor(() => expect(root.querySelector('input')).toHaveFocus());
});
