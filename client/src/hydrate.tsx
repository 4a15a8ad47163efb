import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';

/** Takes over the HTML that was made beforehand, or draws the screen itself in its place. */
export function start(
  root: HTMLElement,
  { replace, onAwake }: { replace: boolean; onAwake: () => void },
): void {
  const app = <App onAwake={onAwake} />;
  // As a transition React works in slices, between which the browser can answer a touch.
  startTransition(() => {
    if (replace) hydrateRoot(root, app, { onRecoverableError: report });
    else createRoot(root).render(app);
  });
}

/** Whatever did not match was drawn again; it should have matched. */
const report = (error: unknown) => console.error(error);
