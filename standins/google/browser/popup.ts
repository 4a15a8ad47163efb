/* Runs in the browser, in the popup: see `scripts.ts`. */

export function startPopup(framePath: string): void {
  const ownQuery = new URLSearchParams(location.search);

  /** Reading a frame of another origin throws. */
  function isOurs(frame: Window): boolean {
    try {
      const query = new URLSearchParams(frame.location.search);
      return (
        frame.location.pathname === framePath &&
        query.get('apiKey') === ownQuery.get('apiKey') &&
        query.get('appName') === ownQuery.get('appName')
      );
    } catch {
      return false;
    }
  }

  function deliver(authEvent: unknown): boolean {
    const { opener } = window;
    if (!opener || opener.closed) return false;
    for (let place = 0; place < opener.frames.length; place += 1) {
      const frame = opener.frames[place];
      if (!isOurs(frame)) continue;
      frame.postMessage({ kind: 'sendAuthEvent', authEvent }, location.origin);
      return true;
    }
    return false;
  }

  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => window.close());
  }
  const answer = document.querySelector<HTMLElement>('[data-event]');
  if (answer?.dataset.event && !deliver(JSON.parse(answer.dataset.event))) {
    answer.textContent =
      'The page that opened this window is gone. Close it and start again there.';
  }
}
