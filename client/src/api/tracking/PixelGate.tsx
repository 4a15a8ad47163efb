import { lazyPart } from '../../ui/lazyPart.tsx';
import { useConfig } from '../config.ts';
import { listen } from './track.ts';

/** Content blockers may block a file of this name; pages work without it. */
const Tracking = lazyPart(() => import('./Tracking.tsx'), { Failed: () => null });

/**
 * The only tracking code in the main bundle. It imports `track.ts` to keep that there, too:
 * blocking a chunk of that name would break the pages.
 */
export function PixelGate({ passesHome }: { passesHome: boolean }) {
  const pixelId = useConfig()?.pixelId;
  if (!pixelId) return null;
  return <Tracking pixelId={pixelId} passesHome={passesHome} listen={listen} />;
}
