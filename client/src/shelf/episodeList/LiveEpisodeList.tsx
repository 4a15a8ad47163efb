import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Rss, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Podcast } from '#shared/episode.ts';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import type { Order } from '#shared/order.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TopicLink } from '../../ui/TopicLink.tsx';
import { useSearchText } from '../../ui/useSearchText.ts';
import { FEED_PATH } from '../layers.ts';
import { EpisodeCard } from './EpisodeCard.tsx';
import { EpisodeList } from './EpisodeList.tsx';
import { orderOf, useMenu } from './useMenu.tsx';

type LiveEpisodeListProps = {
  episodes: UseInfiniteQueryResult<Podcast[]>;
  orders: readonly Order[];
  q: string;
  onSearch: (q: string) => void;
};

const MIN_SEARCHABLE = 6;

export function LiveEpisodeList({ episodes, orders, q, onSearch }: LiveEpisodeListProps) {
  const list = useRef<HTMLUListElement>(null);
  const shown = episodes.data ?? [];
  const menu = useMenu(shown, orders);

  // "Show older episodes" may disappear after loading: move the focus to the first new one.
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

  const isEmpty = episodes.isSuccess && count === 0;
  const hasNone = isEmpty && q === '';
  return (
    <EpisodeList
      {...(hasNone && { title: 'Nothing on the shelf yet. What’s been on your mind?' })}
      feed={(count > 0 || q !== '') && <FeedLink />}
    >
      {(q !== '' || count >= MIN_SEARCHABLE) && (
        <SearchEpisodes
          q={q}
          onSearch={onSearch}
          found={episodes.isPlaceholderData ? null : count}
        />
      )}
      {count > 0 && (
        <ul ref={list} className="mt-3">
          {shown.map((podcast) => (
            <EpisodeCard
              key={podcast.publicId}
              podcast={podcast}
              order={orderOf(podcast, orders)}
              onMore={menu.show}
            />
          ))}
        </ul>
      )}
      {menu.sheets}
      {episodes.isError && count === 0 && (
        <ErrorState title="We couldn’t fetch your episodes" query={episodes}>
          They are safe. Try again in a moment.
        </ErrorState>
      )}
      {isEmpty && q !== '' && (
        <EmptyState title={`None of your episodes is about “${q}”.`}>
          <Button onClick={() => onSearch('')}>Show all episodes</Button>
        </EmptyState>
      )}
      {hasNone && <NoEpisodes />}
      {episodes.isFetchNextPageError ? (
        <ErrorState
          title="We couldn’t fetch the older episodes"
          query={{ isFetching: episodes.isFetchingNextPage, refetch: fetchOlder }}
        />
      ) : (
        episodes.hasNextPage && (
          <Button
            onClick={() => void fetchOlder()}
            pending={episodes.isFetchingNextPage}
            pendingLabel="Loading..."
          >
            Show older episodes
          </Button>
        )
      )}
    </EpisodeList>
  );
}

type SearchEpisodesProps = {
  q: string;
  onSearch: (q: string) => void;
  /** Number of matches; null while they load. */
  found: number | null;
};

export function SearchEpisodes({ q, onSearch, found }: SearchEpisodesProps) {
  const [text, setText] = useSearchText(q, onSearch);
  return (
    <search className="relative mt-3 block [&_input]:pl-12">
      <TextField
        label="Find an episode"
        labelHidden
        placeholder="Find an episode"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Search
        aria-hidden
        size={20}
        className="pointer-events-none absolute top-4 left-4 text-soft"
      />
      <p role="status" className="sr-only">
        {q !== '' && found !== null && `${found === 1 ? '1 episode' : `${found} episodes`} found`}
      </p>
    </search>
  );
}

function FeedLink() {
  return (
    <Link
      href={FEED_PATH}
      aria-label="Listen in your podcast app"
      className="inline-flex min-h-11 items-center gap-2.5 rounded-chip font-bold underline decoration-[1.5px] underline-offset-[5px]"
    >
      <Rss aria-hidden size={20} strokeWidth={2.25} /> Podcast app
    </Link>
  );
}

function NoEpisodes() {
  return (
    /* As many as fit the screen with the demo. */
    <ul
      aria-label="Example topics"
      className="mt-4 mb-9 border-b border-line max-sm:[&>:nth-child(n+4)]:hidden"
    >
      {EXAMPLE_TOPICS.slice(0, 5).map((topic) => (
        <li key={topic} className="border-t border-line">
          <TopicLink href={`/create?topic=${encodeURIComponent(topic)}`} topic={topic} />
        </li>
      ))}
    </ul>
  );
}
