import { replayEarlyInput } from './replayEarlyInput.ts';
import { routes } from './routes.ts';

type Start = typeof import('./hydrate.tsx').start;

/**
 * Loads the app and the page's own script side by side. Where the page is there to be read already,
 * not before it has been painted: on a phone the two would fight for the line. An app that does not
 * come is told of above the page, which is left to the browser then.
 */
export async function wake(
  root: HTMLElement,
  loadApp: () => Promise<{ start: Start }>,
): Promise<void> {
  const route = routes.find(({ path }) => path === location.pathname);
  const made = root.hasChildNodes();
  const early = replayEarlyInput(root);
  try {
    if (made && !route?.guarded) await painted();
    const [{ start }] = await Promise.all([
      loadApp(),
      // Until its script is here a page is to be read, not replaced by a spinner. What fails to come
      // is asked for again by the app, which can say so.
      made && !route?.guarded ? route?.Page.load().catch(() => {}) : undefined,
    ]);
    const useless = route?.readsQuery && location.search !== '';
    start(root, {
      replace: made && !useless,
      // Out of React's own effect, in which it could not wake the part that is pressed.
      onAwake: () => setTimeout(early.redo),
    });
  } catch (error) {
    console.error(error);
    early.letGo();
    root.before(notice());
  }
}

/** Made by hand: what draws everything else is what did not come. */
function notice(): HTMLElement {
  const again = document.createElement('a');
  // Without the fragment, to which the browser would only scroll.
  again.href = location.pathname + location.search;
  again.className =
    'inline-flex min-h-11 items-center underline underline-offset-4 focus-visible:outline-current';
  again.textContent = 'Load it again';
  const said = document.createElement('p');
  said.setAttribute('role', 'alert');
  said.className = 'sticky top-0 z-30 bg-ink px-5 text-center text-meta font-semibold text-ground';
  said.append('A part of this page did not arrive. ', again);
  return said;
}

/**
 * When the browser says that its first contents are on the screen: a frame that was only asked for
 * may take a busy phone longer than the scripts do. A window that nobody sees is not painted.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, 1000);
  });
}
