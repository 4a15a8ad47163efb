import { expect, test } from 'vitest';
import { captureEarlyInput } from './earlyInput.ts';

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
