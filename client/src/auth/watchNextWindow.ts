/** How often the window is checked, ms. */
const CHECK_EVERY = 250;

/**
 * Calls `onClosed` when the next window to open has been closed and ours has the focus. Firebase's SDK
 * hides its popup and takes ten seconds to notice. Returns a function that stops watching.
 */
export function watchNextWindow(onClosed: () => void): () => void {
  const open = window.open;
  let timer: ReturnType<typeof setInterval> | undefined;

  function watchedOpen(...args: Parameters<typeof window.open>) {
    window.open = open;
    const opened = open.apply(window, args);
    timer = setInterval(() => {
      if (!opened?.closed || !document.hasFocus()) return;
      clearInterval(timer);
      onClosed();
    }, CHECK_EVERY);
    return opened;
  }
  window.open = watchedOpen;

  return () => {
    if (window.open === watchedOpen) window.open = open;
    clearInterval(timer);
  };
}
