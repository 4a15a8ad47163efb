import { useEffect } from 'react';

/** A followed link starts at the top; Back and Forward are left to the browser, which remembers. */
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
    // wouter announces every history.pushState as an event of that name.
    window.addEventListener('pushState', follow);
    window.addEventListener('popstate', remember);
    return () => {
      window.removeEventListener('pushState', follow);
      window.removeEventListener('popstate', remember);
    };
  }, []);
}
