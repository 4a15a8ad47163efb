import { useEffect } from 'react';

/** Also follows `replaceState`; Back and Forward are left to the browser. */
export function useScrollToTop(): void {
  useEffect(() => {
    let path = window.location.pathname;
    const follow = ({ type }: Event) => {
      if (type !== 'popstate' && window.location.pathname !== path) window.scrollTo(0, 0);
      path = window.location.pathname;
    };
    const listening = new AbortController();
    // wouter dispatches the first two for every call of the history's methods.
    for (const kind of ['pushState', 'replaceState', 'popstate']) {
      window.addEventListener(kind, follow, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
}
