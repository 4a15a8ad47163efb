import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { scrolls } from '../../testing/scrolls.ts';
import { useScrollToTop } from './scroll.ts';

test.each([false, true])(
  'a page that is opened begins at its top, with %j in place of the one before it',
  (replace) => {
    window.history.replaceState(null, '', '/checkout?order=o1');
    renderHook(useScrollToTop);
    navigate('/checkout?order=o2', { replace });
    expect(scrolls).toEqual([]);
    navigate('/success?order=o2', { replace });
    expect(scrolls).toEqual([[0, 0]]);
  },
);
