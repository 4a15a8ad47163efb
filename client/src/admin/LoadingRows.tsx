import { Skeleton } from '../ui/Skeleton.tsx';

/** Placeholders about as high as the rows. */
export function LoadingRows() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex h-25 justify-between border-t border-line pt-4">
          <div>
            <Skeleton className="h-6 w-52" />
            <Skeleton className="mt-2 h-5 w-36" />
          </div>
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </div>
  );
}
