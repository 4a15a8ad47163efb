import { captureEarlyInput } from './earlyInput.ts';
import { routes } from './routes.ts';

type Start = typeof import('./hydrate.tsx').start;

/**
 * A prerendered page is painted first: the downloads would compete with it for a phone's bandwidth.
 * If the app does not load, a notice appears above the page, which stays as it was sent.
 */
export async function bootstrap(
  root: HTMLElement,
  loadApp: () => Promise<{ start: Start }>,
): Promise<void> {
  const route = routes.find(({ path }) => path === location.pathname);
  const isPrerendered = root.hasChildNodes();
  const earlyInput = captureEarlyInput(root);
  try {
    if (isPrerendered && !route?.guarded) await painted();
    const [{ start }] = await Promise.all([
      loadApp(),
      // Keeps the prerendered page on screen until its chunk has loaded, instead of a spinner. If
      // that fails, the app tries again and shows the error.
      isPrerendered && !route?.guarded ? route?.Page.load().catch(() => {}) : undefined,
    ]);
    const query = new URLSearchParams(location.search);
    const isAsSent = isPrerendered && !route?.readsQuery?.some((name) => query.has(name));
    start(root, {
      hydrate: isAsSent,
      // Outside React's effect, in which a click could not hydrate the clicked component.
      onInteractive: () => setTimeout(earlyInput.replay),
    });
    if (isAsSent) earlyInput.handOver();
    // Not in the document: there, the manifest and its icon would load before the first paint.
    const manifest = document.createElement('link');
    document.head.append(
      Object.assign(manifest, { rel: 'manifest', href: '/manifest.webmanifest' }),
    );
  } catch (error) {
    console.error(error);
    earlyInput.stop();
    root.before(notice());
  }
}

/** Built without React, which is part of what failed to load. */
function notice(): HTMLElement {
  const again = document.createElement('a');
  // Without the fragment: with it, the browser would only scroll.
  again.href = location.pathname + location.search;
  again.className =
    'inline-flex min-h-11 items-center underline underline-offset-4 focus-visible:outline-current';
  again.textContent = 'Reload';
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.className = 'sticky top-0 z-30 bg-ink px-5 text-center text-meta font-semibold text-ground';
  alert.append('Part of this page didn’t load. ', again);
  return alert;
}

/**
 * Resolves at the First Contentful Paint, since on a busy phone an animation frame may come later
 * than the scripts; at once in a hidden window, which is not painted; after a second at the latest.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve();
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, 1000);
  });
}
