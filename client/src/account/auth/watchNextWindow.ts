/** How often the window is checked, ms. */
const CHECK_EVERY = 250;
/** So often in a row: what was chosen in it may be on its way. */
const CHECKS = 3;

/**
 * Calls `onClosed` when the next window to open has been closed and ours has the focus, half a second
 * later. Firebase's SDK hides its popup and takes ten seconds to notice. Returns a function that stops
 * watching.
 */
export function watchNextWindow(onClosed: () => void): () => void {
  const open = window.open;
  let timer: ReturnType<typeof setInterval> | undefined;

  function watchedOpen(...args: Parameters<typeof window.open>) {
    window.open = open;
    const opened = open.apply(window, args);
    let seen = 0;
    timer = setInterval(() => {
      seen = opened?.closed && document.hasFocus() ? seen + 1 : 0;
      if (seen < CHECKS) return;
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
