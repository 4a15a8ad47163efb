// Adds DOM matchers: toBeInTheDocument, toBeDisabled, toHaveFocus.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { setDeck } from '../player/deck/deck.ts';
import { runEffects } from './runEffects.ts';
import { scrolls } from './scrolls.ts';
// Pages load it on demand; here it is loaded before a test's fake clock starts.
import '../api/schemas.ts';

// Runs before each file, because files share a window: resets it to a new page's state.

configure({ asyncUtilTimeout: 4000, asyncWrapper: runEffects });

/** jsdom has no layout and no observers of it; these never report anything. */
class Unseeing {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Unseeing, IntersectionObserver: Unseeing });

const network = globalThis.fetch;
beforeEach(() => {
  scrolls.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = (...args: unknown[]) => void scrolls.push(args);
  // jsdom has neither of these.
  window.matchMedia = (query) => ({ ...new EventTarget(), matches: false, media: query }) as never;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  setDeck(null);
  globalThis.fetch = network;
});
