import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlayButton } from './PlayButton.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draw = (state: 'loading' | 'playing') => (
  <PlayButton name="Brian" state={state} onToggle={() => {}} />
);

test('a sound that takes longer than three seconds to load says so, until it plays', () => {
  const { rerender, container } = render(draw('loading'));
  const rings = () => container.querySelectorAll('[aria-hidden].rounded-full').length;
  const status = container.querySelector<HTMLElement>('[aria-live=polite]');
  expect(screen.getByRole('button', { name: 'Pause Brian' })).toHaveAttribute('aria-busy', 'true');
  expect(rings()).toBe(1);
  act(() => void vi.advanceTimersByTime(2_900));
  expect(status).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(200));
  expect(status).toHaveTextContent('Loading...');
  rerender(draw('playing'));
  expect(status).toBeEmptyDOMElement();
  expect(rings()).toBe(0);
});
