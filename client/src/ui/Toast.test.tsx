import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Sheet } from './Sheet.tsx';
import { ToastProvider, useToast } from './Toast.tsx';
import type { ToastMessage } from './toasts.ts';

// Loaded before timers are faked, so that the lazy import does not depend on them.
beforeAll(() => import('./ToastStack.tsx'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Bell({ message }: { message: ToastMessage }) {
  const { toast } = useToast();
  return (
    <button type="button" onClick={() => toast(message)}>
      Ring {message.title}
    </button>
  );
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function ring(...messages: ToastMessage[]) {
  render(
    <ToastProvider>
      {messages.map((message) => (
        <Bell key={message.title} message={message} />
      ))}
    </ToastProvider>,
  );
  await pass(0);
  for (const { title } of messages) {
    fireEvent.click(screen.getByText(`Ring ${title}`));
    await pass(0);
    expect(screen.getByText(title)).toBeInTheDocument();
  }
}

const explained = { title: 'One', description: 'Why' };

test('only the newest toast is visible', async () => {
  await ring(explained, { ...explained, title: 'Two' });
  expect(screen.queryByText('One')).not.toBeInTheDocument();
});

test.each<[string, number, ToastMessage]>([
  ['a toast with a description', 5000, explained],
  ['a failure toast', 5000, { title: 'One', kind: 'destructive' }],
  ['a one-line confirmation toast', 2500, { title: 'One' }],
])('%s stays on screen for %i ms', async (_, milliseconds, message) => {
  await ring(message);
  await pass(milliseconds - 1);
  expect(screen.getByText('One')).toBeInTheDocument();
  await pass(1);
  expect(screen.queryByText('One')).not.toBeInTheDocument();
});

test('a dismissed toast is forgotten only after 1,000,000 ms', async () => {
  await ring(explained);
  const before = vi.getTimerCount();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(5000);
  const kept = vi.getTimerCount();
  await pass(1_000_000 - 5000 - 1);
  expect(vi.getTimerCount()).toBe(kept);
  await pass(1);
  expect(vi.getTimerCount()).toBe(kept - 1);
  expect(before).toBeGreaterThanOrEqual(kept);
});

test('the late removal of an older toast leaves the one on screen', async () => {
  await ring(explained, { ...explained, title: 'Two' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(1_000_000 - 1);
  fireEvent.click(screen.getByText('Ring One'));
  await pass(2);
  expect(screen.getByText('One')).toBeInTheDocument();
});

test('a toast closes with its close button', async () => {
  await ring(explained);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await pass(0);
  expect(screen.queryByText('One')).not.toBeInTheDocument();
});

test.each([
  ['50 px to the right keeps it', 50, true],
  ['51 px to the right dismisses it', 51, false],
  ['200 px to the left keeps it', -200, true],
])('swiping a toast %s', async (_, distance, stays) => {
  // jsdom does not implement pointer capture.
  Object.assign(Element.prototype, {
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  await ring(explained);
  const card = screen.getByText('One').closest('li');
  if (!card) throw new Error('A toast is an item of the list');
  const at = (clientX: number) => ({ pointerId: 1, button: 0, clientX, clientY: 0 });
  fireEvent.pointerDown(card, at(0));
  fireEvent.pointerMove(card, at(distance / 2));
  fireEvent.pointerMove(card, at(distance));
  fireEvent.pointerUp(card, at(distance));
  await pass(0);
  expect(screen.queryByText('One') !== null).toBe(stays);
});

test('F8 moves the focus to the notifications', async () => {
  await ring(explained);
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
  const region = screen.getByRole('region', { name: /Notifications \(F8\)/ });
  expect(region.contains(document.activeElement)).toBe(true);
});

test('useToast outside its provider throws a clear error', () => {
  // At once, whatever another test still waits for.
  expect(() => renderToString(<Bell message={explained} />)).toThrow(
    'useToast must be used within a ToastProvider',
  );
});

test('a toast offers to undo what it says, and then closes', async () => {
  let undone = 0;
  const action = { label: 'Undo', run: () => (undone += 1) };
  await ring({ title: 'Started over', action });
  await pass(2500);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await pass(0);
  expect(undone).toBe(1);
  expect(screen.queryByText('Started over')).not.toBeInTheDocument();
});

test('whoever shows a toast can take it away again', async () => {
  let takeAway: () => void = () => undefined;
  function Ringer() {
    const { toast } = useToast();
    return (
      <button type="button" onClick={() => (takeAway = toast(explained))}>
        Ring
      </button>
    );
  }
  render(
    <ToastProvider>
      <Ringer />
    </ToastProvider>,
  );
  await pass(0);
  fireEvent.click(screen.getByText('Ring'));
  await pass(0);
  expect(screen.getByText('One')).toBeInTheDocument();
  act(takeAway);
  await pass(0);
  expect(screen.queryByText('One')).not.toBeInTheDocument();
});

test('Escape in a sheet closes it also while a toast is shown', async () => {
  function Panel() {
    const { toast } = useToast();
    const [open, setOpen] = useState(true);
    return (
      <Sheet open={open} onClose={() => setOpen(false)} title="Account">
        <button type="button" onClick={() => toast({ title: 'Name saved' })}>
          Save name
        </button>
      </Sheet>
    );
  }
  render(
    <ToastProvider>
      <Panel />
    </ToastProvider>,
  );
  await pass(0);
  const save = screen.getByText('Save name');
  save.focus();
  fireEvent.click(save);
  await pass(0);
  expect(screen.getByText('Name saved')).toBeInTheDocument();
  fireEvent.keyDown(save, { key: 'Escape' });
  await pass(0);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
