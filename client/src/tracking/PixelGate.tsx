import { Suspense } from 'react';
import { useConfig } from '../config.ts';
import { lazyOptional } from '../ui/lazyOptional.ts';
import { listen } from './track.ts';

/** Content blockers stop files of such a name; the page goes on without. */
const Tracking = lazyOptional(() => import('./Tracking.tsx'));

/**
 * All that the first chunk knows of tracking: where no pixel is set up, nothing else is loaded.
 * It brings `track` along on purpose. In a file of its own, a blocker would take the pages with it.
 */
export function PixelGate({ passesHome }: { passesHome: boolean }) {
  const pixelId = useConfig()?.pixelId;
  if (!pixelId) return null;
  return (
    <Suspense>
      <Tracking pixelId={pixelId} passesHome={passesHome} listen={listen} />
    </Suspense>
  );
}
