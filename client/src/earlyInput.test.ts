import { afterEach, expect, test, vi } from 'vitest';
import { captureEarlyInput } from './earlyInput.ts';

afterEach(() => document.body.replaceChildren());

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
  const keys = ['Play', 'Menu'].map((name) => `<button aria-label="${name}"><svg></svg></button>`);
  root.innerHTML = keys.join('');
  const { replay } = captureEarlyInput(root);
  root.querySelector<HTMLElement>('[aria-label=Menu]')?.click();
  root.innerHTML = keys.join('');
  const pressed: unknown[] = [];
  for (const key of root.querySelectorAll('button')) {
    key.addEventListener('click', () => pressed.push(key.ariaLabel));
  }
  replay();
  expect(pressed).toEqual(['Menu']);
});

const names = ['Sign In', 'Menu'];
const keys = names.map((name) => `<button type="button">${name}</button>`).join('');

/** A page with two buttons; `draw` replaces them, `answer` is the app's listener. */
function openPage() {
  const root = document.createElement('div');
  const draw = () => {
    root.innerHTML = `<main>${keys}</main>`;
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
  return { root, draw, answered, answer, mouse, ...captureEarlyInput(root) };
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
  for (const isReplaced of [true, false]) {
    const page = openPage();
    if (isReplaced) page.draw();
    else page.handOver();
    page.root.addEventListener('click', page.answer);
    for (const kind of ['mousedown', 'mouseup', 'click']) page.mouse(kind, 'Menu');
    page.replay();
    expect(page.answered).toEqual(['Menu']);
  }
});
