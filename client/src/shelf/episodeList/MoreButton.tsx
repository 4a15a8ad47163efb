import { Ellipsis } from 'lucide-react';
import type { Podcast } from '#shared/episode.ts';

/** `button` is the element that was pressed. */
export type OnMore = (podcast: Podcast, button: HTMLElement) => void;

type MoreButtonProps = { podcast: Podcast; onMore: OnMore | undefined };

export function MoreButton({ podcast, onMore }: MoreButtonProps) {
  if (!onMore) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`More: ${podcast.title}`}
      onClick={({ currentTarget }) => onMore(podcast, currentTarget)}
      className="grid size-11 shrink-0 place-items-center rounded-full text-soft"
    >
      <Ellipsis aria-hidden size={24} />
    </button>
  );
}
