import { Skeleton } from '../ui/Skeleton.tsx';

/** Has the height of the loaded list, so that the layout does not shift. */
export function LoadingEpisodeList() {
  return (
    <section aria-labelledby="tapes" className="mt-7 mb-7 lg:first:mt-0">
      <h2 id="tapes">Your tapes</h2>
      <div role="status" className="mt-4">
        <span className="sr-only">Loading...</span>
        {[1, 2, 3].map((row) => (
          <div key={row} className="h-[163px] border-t border-line py-4">
            <div className="flex items-center justify-between">
              <div>
                <Skeleton className="h-6 w-56" />
                <Skeleton className="mt-2 h-4 w-40" />
              </div>
              <Skeleton className="size-11 rounded-full!" />
            </div>
            <Skeleton className="mt-3 h-8" />
          </div>
        ))}
      </div>
    </section>
  );
}
