import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ToastProvider, useToast } from './Toast.tsx';

afterEach(cleanup);

function Bell({ title, duration }: { title: string; duration?: number }) {
  const { toast } = useToast();
  return (
    <button type="button" onClick={() => toast({ title, description: 'Why', duration })}>
      Ring {title}
    </button>
  );
}

const ring = (title: string) => fireEvent.click(screen.getByText(`Ring ${title}`));

test('a toast shows its words, and a second one replaces it', async () => {
  render(
    <ToastProvider>
      <Bell title="One" />
      <Bell title="Two" />
    </ToastProvider>,
  );
  ring('One');
  await screen.findByText('One');
  ring('Two');
  await screen.findByText('Two');
  expect(screen.queryByText('One')).toBeNull();
});

test('a toast leaves by its close key', async () => {
  render(
    <ToastProvider>
      <Bell title="One" />
    </ToastProvider>,
  );
  ring('One');
  await screen.findByText('One');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('One')).toBeNull());
});

test('a toast leaves by itself when its time is over', async () => {
  render(
    <ToastProvider>
      <Bell title="Brief" duration={50} />
    </ToastProvider>,
  );
  ring('Brief');
  await screen.findByText('Brief');
  await waitFor(() => expect(screen.queryByText('Brief')).toBeNull());
});

test('F8 takes the focus to the notifications', async () => {
  render(
    <ToastProvider>
      <Bell title="One" />
    </ToastProvider>,
  );
  ring('One');
  await screen.findByText('One');
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
  const region = screen.getByRole('region', { name: /Notifications \(F8\)/ });
  expect(region.contains(document.activeElement)).toBe(true);
});

test('a toast asked for outside its provider says what is missing', () => {
  expect(() => render(<Bell title="One" />)).toThrow(
    'useToast must be used within a ToastProvider',
  );
});
