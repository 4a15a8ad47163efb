import type { ReactNode } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';

/**
 * The panel at the bottom of the screen that holds the player. It clips the playhead, half of which
 * lies beyond the screen at the very end.
 */
export function PlayerFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Player"
      className="grille sticky bottom-(--deck-height,0px) z-30 order-last overflow-x-clip rounded-t-sheet bg-panel pt-3 pb-[max(1rem,calc(env(safe-area-inset-bottom)-var(--deck-height,0px)))] shadow-lift"
    >
      {children}
    </section>
  );
}

/** Placeholder of the player's height: chapter, wave, times and buttons. */
export function PlayerSkeleton() {
  return (
    <PlayerFrame>
      <div className="h-11" />
      <div className="h-20 [@media(max-height:639px)]:h-13" />
      <p>&nbsp;</p>
      <div className="mt-1 flex justify-center">
        <Skeleton className="size-19 rounded-full! [@media(max-height:640px)]:size-15" />
      </div>
    </PlayerFrame>
  );
}
