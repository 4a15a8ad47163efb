import { keepEarly } from './early.ts';
import { routes } from './routes.ts';
import './app.css';

// Our policy forbids the code that zod would write for itself, and a browser reports even the try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void wake(root);

/**
 * Loads the app and the page's own script side by side. Where the page is there to be read already,
 * not before it has been painted: on a phone the two would fight for the line.
 */
async function wake(root: HTMLElement): Promise<void> {
  const route = routes.find(({ path }) => path === location.pathname);
  const made = root.hasChildNodes();
  const redo = keepEarly(root);
  if (made && !route?.guarded) await painted();
  const [{ start }] = await Promise.all([
    import('./start.tsx'),
    // Until its script is here a page is to be read, not replaced by a spinner. What fails to come
    // is asked for again by the app, which can say so.
    made && !route?.guarded ? route?.Page.load().catch(() => {}) : undefined,
  ]);
  const useless = route?.readsQuery && location.search !== '';
  start(root, {
    takeOver: made && !useless,
    // Out of React's own effect, in which it could not wake the part that is pressed.
    onAwake: () => setTimeout(redo),
  });
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
