/** Ms. */
const CHECK_EVERY = 250;
/** Checks in a row that must find it closed: an account chosen in it may be on its way. */
const CHECKS = 3;

/** Firebase's SDK hides its popup and takes ten seconds to notice that it was closed. */
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
