/** What browsers have and jsdom, which lays nothing out, has not: there is never a size to tell. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
