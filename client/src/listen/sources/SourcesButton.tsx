import { BookOpenText, ChevronRight } from 'lucide-react';
import type { EpisodeSourcesState } from './useSources.ts';

type SourcesButtonProps = { sources: EpisodeSourcesState; onOpen: () => void };

/** Opens the list of sources; nothing for an episode from before they were kept. */
export function SourcesButton({ sources, onOpen }: SourcesButtonProps) {
  if (sources.url === null) return null;
  const count = sources.query.data?.sources.length;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        currentTarget.focus({ preventScroll: true });
        onOpen();
      }}
      // The search bar above it has a line of its own.
      className={`${row} [search+*>&:first-child]:border-t-0`}
    >
      <Face count={count} />
    </button>
  );
}

/** What stands in its place while the page loads. */
export const SourcesRow = () => (
  <p className={row}>
    <Face />
  </p>
);

const row = 'flex min-h-13 w-full items-center gap-3 border-y border-line text-left';

function Face({ count }: { count?: number | undefined }) {
  return (
    <>
      <BookOpenText aria-hidden size={20} className="shrink-0 text-soft" />
      <span className="grow font-bold">Sources</span>{' '}
      {count !== undefined && (
        <span className="text-soft tabular-nums">{count === 0 ? 'none' : count}</span>
      )}
      <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
    </>
  );
}
