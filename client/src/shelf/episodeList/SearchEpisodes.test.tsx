import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchEpisodes } from './LiveEpisodeList.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a search runs once after typing, even while the list keeps re-rendering', () => {
  const looked: string[] = [];
  const search = (q: string) => void looked.push(q);
  const withCount = (found: number) => <SearchEpisodes q="" onSearch={search} found={found} />;
  const { rerender } = render(withCount(7));
  fireEvent.change(screen.getByLabelText('Find an episode'), { target: { value: 'sea' } });
  for (let tick = 0; tick < 4; tick += 1) {
    act(() => void vi.advanceTimersByTime(250));
    rerender(withCount(7));
  }
  expect(looked).toEqual(['sea']);
});
