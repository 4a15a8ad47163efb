import { Skeleton } from '../ui/Skeleton.tsx';

/** Rows as high as those that will come, so that nothing jumps. */
export function LoadingShelf() {
  return (
    <div role="status" className="mt-7">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex h-33 flex-col gap-3 border-t border-line pt-4">
          <div className="flex justify-between">
            <div>
              <Skeleton className="h-6 w-56" />
              <Skeleton className="mt-2 h-5 w-40" />
            </div>
            <Skeleton className="size-11 rounded-full!" />
          </div>
          <Skeleton className="h-8" />
        </div>
      ))}
    </div>
  );
}
