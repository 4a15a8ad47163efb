import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** The live region is always in the DOM, so that a change is announced. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className="flex items-center justify-center gap-3 border-b-[1.5px] border-rim bg-panel px-5 py-2.5 text-meta font-semibold">
          <WifiOff aria-hidden size={18} className="shrink-0" />
          You’re offline. What’s here is kept, and goes on once you’re connected.
        </p>
      )}
    </div>
  );
}
