import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazyPart.tsx';
import { lazySheet } from './lazySheet.tsx';
import { ToastProvider } from './Toast.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A file that cannot be loaded as often as there are failures; counts how often it was asked for. */
function file<Props>(part: (props: Props) => string, failures: number) {
  const asked = { times: 0 };
  const load = async () => {
    asked.times += 1;
    if (asked.times <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: part };
  };
  return { asked, load };
}

const settled = (element: React.ReactElement) => act(async () => render(element));
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('a part of a page is drawn once its file has loaded, and at once the next time', async () => {
  const Part = lazyPart(file(() => 'The part', 0).load, { fallback: 'On its way' });
  const { container, unmount } = render(<Part />);
  expect(container).toHaveTextContent('On its way');
  await act(async () => {});
  expect(container).toHaveTextContent('The part');
  unmount();
  expect(render(<Part />).container).toHaveTextContent('The part');
});

test('a part that did not load says so and is asked for again at a press, and then offers a reload', async () => {
  const { asked, load } = file(() => 'The part', 2);
  const Part = lazyPart(load);
  const { container } = await settled(<Part />);
  expect(screen.getByRole('alert')).toHaveTextContent('That didn’t load.');
  await press('Try again');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
  await act(async () => Part.load());
  expect(container).toHaveTextContent(/^The part$/);
  expect(asked.times).toBe(3);
});

test.each([
  ['when it is next shown', (Part: React.ComponentType) => settled(<Part />)],
  ['when the connection is back', () => act(async () => dispatchEvent(new Event('online')))],
])('a part that did not load is asked for again %s', async (_, comeBack) => {
  const Part = lazyPart(file(() => 'The part', 1).load);
  await settled(<Part />);
  await comeBack(Part);
  expect(screen.getAllByText('The part').length).toBeGreaterThan(0);
});

test('a sheet that did not load closes with a sentence, and opens at the next press', async () => {
  const Sheet = lazySheet<{ open: boolean; onClose: () => void }>(
    file(({ open }: { open: boolean }) => (open ? 'The sheet' : ''), 1).load,
  );
  const onClose = vi.fn();
  const page = (open: boolean) => (
    <ToastProvider>
      <Sheet open={open} onClose={onClose} />
    </ToastProvider>
  );
  const { rerender } = await settled(page(true));
  expect(onClose).toHaveBeenCalledOnce();
  expect(await screen.findByText('That didn’t load')).toBeInTheDocument();
  await act(async () => rerender(page(false)));
  await act(async () => rerender(page(true)));
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByText('The sheet')).toBeInTheDocument();
});
