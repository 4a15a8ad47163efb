// Matchers for what a user perceives: toBeInTheDocument, toBeDisabled, toHaveFocus.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { scrolls } from './scrolls.ts';
// Pages load it on demand; here it is loaded before the fake clock of a test starts.
import '../api/schemas.ts';

// Runs before each file: files share a window, and each finds it as a fresh page has it.

// Long enough for a busy machine; what never appears fails anyway.
configure({ asyncUtilTimeout: 4000 });

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
