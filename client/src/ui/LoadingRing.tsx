import { useEffect, useState } from 'react';

/** How long a sound may take to start before words say that it loads, ms. */
const SLOW = 3_000;

/** Goes beside a round button in a `relative` parent, which it fills. */
export function LoadingRing({ isLoading }: { isLoading: boolean }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return (
    <>
      {isLoading && (
        <span
          aria-hidden
          className="pointer-events-none absolute -inset-1 animate-[rotate_900ms_linear_infinite] rounded-full border-3 border-line border-t-ink"
        />
      )}
      <span aria-live="polite">
        {isSlow && (
          <span className="pointer-events-none absolute bottom-full left-1/2 z-10 mb-2 -translate-x-1/2 rounded-chip bg-panel px-1.5 text-meta whitespace-nowrap shadow-lift">
            Loading...
          </span>
        )}
      </span>
    </>
  );
}
