/** Time in ms for a page to wake up on a slow phone, and for its visitor to read before they act. */
const AT_LATEST = 2500;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'];

/**
 * Calls `act` once, at the first sign of the visitor's hand and at the latest a little after the
 * page came: for what the next press may need and the page itself does not. Returns what calls it off.
 */
export function onFirstUse(act: () => void): () => void {
  const done = new AbortController();
  const once = () => {
    if (done.signal.aborted) return;
    cancel();
    act();
  };
  const timer = setTimeout(once, AT_LATEST);
  function cancel() {
    clearTimeout(timer);
    done.abort();
  }
  for (const sign of SIGNS) {
    window.addEventListener(sign, once, { passive: true, capture: true, signal: done.signal });
  }
  return cancel;
}
