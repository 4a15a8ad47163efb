import type { ReactNode } from 'react';

/** A bar that stays at the thumb while the page scrolls: the one main key of a phone screen. */
export function Dock({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-5 border-t border-line bg-panel px-5 pt-3 lg:rounded-t-sheet lg:border-x pb-[max(1.25rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
