/** How often the window is looked at, ms. */
const LOOK_EVERY = 250;

/**
 * Sees when the window that is opened next is gone and the person is back with us. Firebase's SDK
 * keeps its popup to itself and takes ten seconds to notice. Returns what ends the watch.
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
    }, LOOK_EVERY);
    return opened;
  }
  window.open = watchedOpen;

  return () => {
    if (window.open === watchedOpen) window.open = open;
    clearInterval(timer);
  };
}
