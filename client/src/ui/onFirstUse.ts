/** Latest time to act without any input, ms. */
const AT_LATEST = 2500;

const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'];

/** For loading what the next click may need but the page does not. Returns a cancel function. */
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
  for (const name of EVENTS) {
    window.addEventListener(name, once, { passive: true, capture: true, signal: done.signal });
  }
  return cancel;
}
