import { useEffect } from 'react';

/** Also follows `replaceState`; Back and Forward are left to the browser. */
export function useScrollToTop(): void {
  useEffect(() => {
    let path = window.location.pathname;
    const follow = () => {
      if (window.location.pathname !== path) window.scrollTo(0, 0);
      path = window.location.pathname;
    };
    const remember = () => {
      path = window.location.pathname;
    };
    // wouter dispatches these for every call of the history's methods.
    window.addEventListener('pushState', follow);
    window.addEventListener('replaceState', follow);
    window.addEventListener('popstate', remember);
    return () => {
      window.removeEventListener('pushState', follow);
      window.removeEventListener('replaceState', follow);
      window.removeEventListener('popstate', remember);
    };
  }, []);
}
