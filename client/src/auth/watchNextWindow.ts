/** How often the window is checked, ms. */
const CHECK_EVERY = 250;

/**
 * Calls `onGone` when the next window to open was closed and ours has the focus. Firebase's SDK hides its
 * popup and takes ten seconds to notice. Returns a function that ends the watch.
 */
export function watchNextWindow(onGone: () => void): () => void {
  const open = window.open;
  let timer: ReturnType<typeof setInterval> | undefined;

  function watchedOpen(...how: Parameters<typeof window.open>) {
    window.open = open;
    const opened = open.apply(window, how);
    timer = setInterval(() => {
      if (!opened?.closed || !document.hasFocus()) return;
      clearInterval(timer);
      onGone();
    }, CHECK_EVERY);
    return opened;
  }
  window.open = watchedOpen;

  return () => {
    if (window.open === watchedOpen) window.open = open;
    clearInterval(timer);
  };
}
