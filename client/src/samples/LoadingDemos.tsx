import { Skeleton } from '../ui/Skeleton.tsx';

/** Placeholder rows of the final height, so that nothing jumps. */
export function LoadingDemos() {
  return (
    <div role="status" className="mt-5">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex h-71 flex-col gap-3 border-t border-line pt-5 lg:h-65">
          <div className="flex justify-between">
            <div>
              <Skeleton className="h-6 w-52" />
              <Skeleton className="mt-2 h-5 w-40" />
            </div>
            <Skeleton className="size-14 rounded-full!" />
          </div>
          <Skeleton className="h-14" />
        </div>
      ))}
    </div>
  );
}
