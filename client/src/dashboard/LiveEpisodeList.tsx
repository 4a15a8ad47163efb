import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useSound } from '../ui/sound.ts';
import { EpisodeList } from './EpisodeList.tsx';
import { receiptPath } from './layers.ts';
import { SearchEpisodes } from './SearchEpisodes.tsx';

const EpisodeSheet = lazy(() => import('./episode/EpisodeSheet.tsx'));

type LiveEpisodeListProps = {
  episodes: UseInfiniteQueryResult<Podcast[]>;
  orders: readonly Order[];
  /** The search text; empty shows everything. */
  q: string;
  onSearch: (q: string) => void;
};

/** The search field appears from this many episodes on. */
const MIN_SEARCHABLE = 6;

/** The user's episodes, page by page, with search, a sheet for each, and empty and error states. */
export function LiveEpisodeList({ episodes, orders, q, onSearch }: LiveEpisodeListProps) {
  const player = useSound();
  const list = useRef<HTMLUListElement>(null);
  const shown = episodes.data ?? [];

  // "Show older tapes" may disappear once they are loaded: move the focus to the first of them.
  const focusAfterFetch = useRef<number | null>(null);
  const count = shown.length;
  useEffect(() => {
    if (focusAfterFetch.current === null || count <= focusAfterFetch.current) return;
    list.current?.children[focusAfterFetch.current]?.querySelector('a')?.focus();
    focusAfterFetch.current = null;
  }, [count]);

  async function fetchOlder() {
    focusAfterFetch.current = count;
    const { isError } = await episodes.fetchNextPage();
    if (isError) focusAfterFetch.current = null;
  }

  // Kept while the sheet's closing animation runs.
  const [managed, setManaged] = useState<Podcast | null>(null);
  const [isManaging, setIsManaging] = useState(false);
  function manage(podcast: Podcast) {
    setManaged(podcast);
    setIsManaging(true);
  }
  const isDeleted = useRef(false);
  function handleDeleted({ audioUrl }: Podcast) {
    if (audioUrl !== null && player.src === audioUrl) player.stop();
    isDeleted.current = true;
    setIsManaging(false);
  }
  // The button that opened the sheet is gone with its row, so focus the heading. Wait until the sheet
  // has closed, as it traps the focus while open.
  useEffect(() => {
    if (isManaging || !isDeleted.current) return;
    isDeleted.current = false;
    document.getElementById('tapes')?.focus();
  }, [isManaging]);

  return (
    <EpisodeList
      podcasts={shown}
      orders={orders}
      player={player}
      receiptPath={receiptPath}
      onManage={manage}
      list={list}
      search={
        (q !== '' || count >= MIN_SEARCHABLE) && (
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
            // The list has the current title and email address.
            podcast={shown.find(({ publicId }) => publicId === managed.publicId) ?? managed}
            order={orders.find((order) => order.podcast?.publicId === managed.publicId)}
            open={isManaging}
            onClose={() => setIsManaging(false)}
            onDeleted={handleDeleted}
          />
        </Suspense>
      )}
      {episodes.isError && count === 0 && (
        <ErrorState title="We couldn’t fetch your tapes" query={episodes}>
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
          query={{ isFetching: episodes.isFetchingNextPage, refetch: fetchOlder }}
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
    </EpisodeList>
  );
}
