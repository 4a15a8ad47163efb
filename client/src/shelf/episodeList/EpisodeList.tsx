import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';

type EpisodeListProps = { title?: string; feed?: ReactNode; children: ReactNode };

export function EpisodeList({ title = 'Your episodes', feed, children }: EpisodeListProps) {
  return (
    <section aria-labelledby="episodes" className="mt-7 mb-7 lg:first:mt-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="episodes" tabIndex={-1} className="outline-none lg:py-[7px]">
          {title}
        </h2>
        {feed}
      </div>
      {children}
    </section>
  );
}

/** As high as the loaded list, so that the layout does not shift. */
export function LoadingEpisodeList() {
  return (
    <EpisodeList>
      <div role="status" className="mt-3">
        <span className="sr-only">Loading...</span>
        {[1, 2, 3].map((row) => (
          <div key={row} className="border-t border-line py-4">
            <div className="flex items-start justify-between">
              <div>
                <Skeleton className="h-6 w-56" />
                <Skeleton className="mt-2 h-4 w-40" />
              </div>
              <Skeleton className="size-11 rounded-full!" />
            </div>
            <Skeleton className="mt-2 mr-15 h-11" />
          </div>
        ))}
      </div>
    </EpisodeList>
  );
}
