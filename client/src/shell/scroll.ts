import { useEffect } from 'react';

/** Scrolls to the top when a link is followed; Back and Forward are left to the browser. */
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
    // wouter dispatches an event for every history.pushState.
    window.addEventListener('pushState', follow);
    window.addEventListener('popstate', remember);
    return () => {
      window.removeEventListener('pushState', follow);
      window.removeEventListener('popstate', remember);
    };
  }, []);
}
