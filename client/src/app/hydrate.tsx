import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readSales, SalesContext } from '../api/sales.ts';
import { OpeningContext, readOpening } from '../listen/opening.ts';
import { App } from './App.tsx';

export function start(
  root: HTMLElement,
  { hydrate, onInteractive }: { hydrate: boolean; onInteractive: () => void },
): void {
  const app = (
    <SalesContext value={readSales()}>
      <OpeningContext value={readOpening()}>
        <App onInteractive={onInteractive} />
      </OpeningContext>
    </SalesContext>
  );
  // In a transition React works in slices, between which the browser can answer a touch.
  startTransition(() => {
    // Recoverable: React has rendered again, but what did not match should have matched.
    if (hydrate) hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) });
    else createRoot(root).render(app);
  });
}
