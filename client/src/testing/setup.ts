// Matchers for what a user perceives: toBeInTheDocument, toBeDisabled, toHaveFocus.
import '@testing-library/jest-dom/vitest';
import { setImmediate as nextTask } from 'node:timers/promises';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { scrolls } from './scrolls.ts';

// Runs before each file: files share a window, and each finds it as a fresh page has it.

const { asyncWrapper } = getConfig();
configure({
  // Long enough for a busy machine; what never appears fails anyway.
  asyncUtilTimeout: 4000,
  /**
   * What is found is on the screen but perhaps not yet listening: React runs the effects of a render
   * outside `act` in a task of its own, and a component that was pressed before that is not drawn
   * again until later. A person is never that fast.
   */
  async asyncWrapper(work) {
    const answer = await asyncWrapper(work);
    await nextTask();
    await nextTask();
    return answer;
  },
});

/** Browsers have it and jsdom, which has no layout, does not: it never reports a size. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const network = globalThis.fetch;
const { matchMedia } = window;
beforeEach(() => {
  scrolls.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = (...args: unknown[]) => void scrolls.push(args);
});
afterEach(() => {
  cleanup();
  globalThis.fetch = network;
  window.matchMedia = matchMedia;
});
