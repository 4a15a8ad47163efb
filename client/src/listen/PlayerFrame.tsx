import type { ReactNode } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Laid out by `.player` in app.css. Clips the half of the playhead that overhangs at the end. */
export function PlayerFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Player"
      // Reaches behind the round corners of the deck below, and lets the text above fade out.
      className="grille before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-ground after:absolute after:inset-x-0 after:top-full after:h-[min(1.25rem,var(--deck-height,0px))] after:bg-panel sticky bottom-(--deck-height,0px) z-30 order-last overflow-x-clip rounded-t-sheet bg-panel pt-3 pb-[max(1rem,calc(env(safe-area-inset-bottom)-var(--deck-height,0px)))] shadow-lift"
    >
      <div className="player mx-auto max-w-column px-5 lg:max-w-[1600px] lg:px-7">{children}</div>
    </section>
  );
}

export function PlayerSkeleton() {
  return (
    <PlayerFrame>
      <div className="[grid-area:wave]">
        <div className="h-20 [@media(max-height:639px)]:h-13 lg:h-14" />
      </div>
      <Skeleton className="size-19 rounded-full! [grid-area:play] [@media(max-height:640px)]:size-15 lg:size-15" />
    </PlayerFrame>
  );
}
