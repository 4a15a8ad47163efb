import { lazy, Suspense } from 'react';
import { useConfig } from '../config.ts';
import { listen } from './track.ts';

/** Content blockers stop files of such a name; the page goes on without. */
const Tracking = lazy(() =>
  import('./Tracking.tsx').catch((error: unknown) => {
    console.warn('Tracking did not load', error);
    return { default: () => null };
  }),
);

/**
 * All that the first chunk knows of tracking: where no pixel is set up, nothing else is loaded.
 * It brings `track` along on purpose. In a file of its own, a blocker would take the pages with it.
 */
export function PixelDoor({ passesHome }: { passesHome: boolean }) {
  const pixelId = useConfig()?.pixelId;
  if (!pixelId) return null;
  return (
    <Suspense>
      <Tracking pixelId={pixelId} passesHome={passesHome} listen={listen} />
    </Suspense>
  );
}
