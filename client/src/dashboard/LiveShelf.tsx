import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useSound } from '../ui/sound.ts';
import { SearchEpisodes } from './SearchEpisodes.tsx';
import { Shelf } from './Shelf.tsx';
import { receiptPath } from './useReceipt.ts';

const EpisodeSheet = lazy(() => import('./episode/EpisodeSheet.tsx'));

type LiveShelfProps = {
  episodes: UseInfiniteQueryResult<Podcast[]>;
  orders: readonly Order[];
  /** What is looked for on it; empty is everything. */
  q: string;
  onSearch: (q: string) => void;
};

/** With fewer tapes than this one sees them all at a glance. */
const WORTH_SEARCHING = 6;

/** The shelf as the server has it, page by page: empty, out of reach, or with more to fetch. */
export function LiveShelf({ episodes, orders, q, onSearch }: LiveShelfProps) {
  const player = useSound();
  const list = useRef<HTMLUListElement>(null);
  const shown = episodes.data ?? [];

  // The key that fetched older tapes may be gone with them: the reader goes on at the first of them.
  const goOnAt = useRef<number | null>(null);
  const count = shown.length;
  useEffect(() => {
    if (goOnAt.current === null || count <= goOnAt.current) return;
    list.current?.children[goOnAt.current]?.querySelector('a')?.focus();
    goOnAt.current = null;
  }, [count]);

  async function fetchOlder() {
    goOnAt.current = count;
    const { isError } = await episodes.fetchNextPage();
    if (isError) goOnAt.current = null;
  }

  // Stays while its sheet goes down.
  const [managed, setManaged] = useState<Podcast | null>(null);
  const [isManaging, setIsManaging] = useState(false);
  function manage(podcast: Podcast) {
    setManaged(podcast);
    setIsManaging(true);
  }
  const isForgotten = useRef(false);
  function forget({ audioUrl }: Podcast) {
    if (audioUrl !== null && player.src === audioUrl) player.stop();
    isForgotten.current = true;
    setIsManaging(false);
  }
  // The key that opened the sheet is gone with its row. Not before the sheet has closed, which keeps
  // the focus as long as it is open.
  useEffect(() => {
    if (isManaging || !isForgotten.current) return;
    isForgotten.current = false;
    document.getElementById('tapes')?.focus();
  }, [isManaging]);

  return (
    <Shelf
      podcasts={shown}
      orders={orders}
      player={player}
      receiptPath={receiptPath}
      onManage={manage}
      list={list}
      search={
        (q !== '' || count >= WORTH_SEARCHING) && (
          <SearchEpisodes
            q={q}
            onSearch={onSearch}
            found={episodes.isPlaceholderData ? null : count}
          />
        )
      }
    >
      {managed && (
        <Suspense>
          <EpisodeSheet
            // Renamed or sent elsewhere, it is as the shelf has it now.
            podcast={shown.find(({ publicId }) => publicId === managed.publicId) ?? managed}
            order={orders.find((order) => order.podcast?.publicId === managed.publicId)}
            open={isManaging}
            onClose={() => setIsManaging(false)}
            onDeleted={forget}
          />
        </Suspense>
      )}
      {episodes.isError && count === 0 && (
        <ErrorState
          title="We couldn’t fetch your tapes"
          onRetry={() => void episodes.refetch()}
          retrying={episodes.isFetching}
        >
          They are safe. Try again in a moment.
        </ErrorState>
      )}
      {episodes.isSuccess && count === 0 && q !== '' && (
        <EmptyState title="No tape of yours speaks of that.">
          <Button onClick={() => onSearch('')}>Show all tapes</Button>
        </EmptyState>
      )}
      {episodes.isSuccess && count === 0 && q === '' && (
        <div className="mt-5">
          <EmptyEpisode seed="Your tapes" />
          <EmptyState title="Nothing on the shelf yet. What’s been on your mind?" />
        </div>
      )}
      {episodes.isFetchNextPageError ? (
        <ErrorState
          title="We couldn’t fetch the older tapes"
          onRetry={() => void fetchOlder()}
          retrying={episodes.isFetchingNextPage}
        />
      ) : (
        episodes.hasNextPage && (
          <Button
            onClick={() => void fetchOlder()}
            pending={episodes.isFetchingNextPage}
            pendingLabel="Loading..."
          >
            Show older tapes
          </Button>
        )
      )}
    </Shelf>
  );
}
