import { afterEach, expect, test } from 'vitest';
import { watchNextWindow } from './googleSignIn.ts';

const real = window.open;
const hasFocus = document.hasFocus;
afterEach(() => {
  window.open = real;
  document.hasFocus = hasFocus;
});

/** A browser that opens windows: jsdom has none. */
function browser() {
  const windows: { closed: boolean }[] = [];
  const open = () => {
    const opened = { closed: false };
    windows.push(opened);
    return opened as Window;
  };
  window.open = open;
  document.hasFocus = () => true;
  return { open, windows };
}

test('watchNextWindow reports that the window was closed and restores window.open', async () => {
  const { open, windows } = browser();
  let told = 0;
  const stop = watchNextWindow(() => {
    told += 1;
  });
  window.open('https://accounts.example');
  expect(window.open).toBe(open);
  const [popup] = windows;
  if (!popup) throw new Error('no window');
  popup.closed = true;
  await expect.poll(() => told).toBe(1);
  stop();
  expect(windows).toHaveLength(1);
});

test('watchNextWindow reports a closed window only once our page has the focus again', async () => {
  const { windows } = browser();
  let here = false;
  document.hasFocus = () => here;
  let toldWhile: boolean | null = null;
  const stop = watchNextWindow(() => {
    toldWhile = here;
  });
  window.open();
  const [popup] = windows;
  if (!popup) throw new Error('no window');
  popup.closed = true;
  // A check may run before that, and must not report.
  await new Promise((resolve) => setTimeout(resolve, 300));
  here = true;
  await expect.poll(() => toldWhile).toBe(true);
  stop();
});

test('stopping watchNextWindow before a window was opened restores window.open', () => {
  const { open } = browser();
  const stop = watchNextWindow(() => undefined);
  expect(window.open).not.toBe(open);
  stop();
  expect(window.open).toBe(open);
});
