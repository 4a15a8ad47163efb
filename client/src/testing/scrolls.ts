/** Calls of `window.scrollTo` in this test; jsdom has no layout to scroll. */
export const scrolls: unknown[][] = [];
