import { BookOpenText, ChevronRight } from 'lucide-react';
import type { EpisodeSourcesState } from './useEpisodeSources.ts';

type SourcesButtonProps = { sources: EpisodeSourcesState; onOpen: () => void };

/** Renders nothing for an episode made before sources were kept. */
export function SourcesButton({ sources, onOpen }: SourcesButtonProps) {
  if (sources.url === null) return null;
  const { data } = sources.query;
  if (data?.basis === 'knowledge') return <SourcesRow value="From what the model knows" />;
  const count = data?.sources.length;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        currentTarget.focus({ preventScroll: true });
        onOpen();
      }}
      className={row}
    >
      <Face value={count === 0 ? 'none' : count} />
      <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
    </button>
  );
}

/** Used where there is nothing to open, and while the page loads. */
export const SourcesRow = ({ value }: FaceProps) => (
  <p className={row}>
    <Face value={value} />
  </p>
);

/** A search bar above it has a border of its own. */
const row =
  'flex min-h-13 w-full items-center gap-3 border-y border-line text-left [search+*>&:first-child]:border-t-0';

type FaceProps = { value?: string | number | undefined };

function Face({ value }: FaceProps) {
  return (
    <>
      <BookOpenText aria-hidden size={20} className="shrink-0 text-soft" />
      <span className="grow font-bold">Sources</span>{' '}
      {value !== undefined && <span className="text-soft tabular-nums">{value}</span>}
    </>
  );
}
