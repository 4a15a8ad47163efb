import { Skeleton } from '../ui/Skeleton.tsx';

/** More than a screen of lines, so that nothing visible moves when the transcript arrives. */
const LINES = Array.from({ length: 10 }, (_, line) => line);

export function LinesSkeleton() {
  return (
    <div className="flex flex-col gap-7 py-3" role="status" aria-label="Loading the transcript">
      {LINES.map((line) => (
        <Skeleton key={line} className={line % 2 ? 'ml-[34px] h-20' : 'h-20'} />
      ))}
    </div>
  );
}
