import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import { call, isNotFound, lazySchema, read } from './client.ts';
import { keys } from './keys.ts';
import { paged } from './paged.ts';

const podcastReply = lazySchema('podcastReply');

/** How often an unfinished episode is fetched again without an event stream, ms. */
const POLL_INTERVAL = 2000;
const POLL_LIST_INTERVAL = 2500;
/** A failed episode may be made again. */
const POLL_FAILED = 15_000;
const POLL_WHEN_LOST = 4000;

const podcastQuery = (publicId: string) =>
  queryOptions({ queryKey: keys.podcast(publicId), queryFn: read(podcastReply), staleTime: 0 });

export const livePodcastQuery = (publicId: string, isStreaming: boolean) =>
  queryOptions({
    ...podcastQuery(publicId),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data, error } }) => {
      const status = data?.podcast.status;
      if (isNotFound(error) || status === 'completed') return false;
      if (error) return POLL_WHEN_LOST;
      if (status === 'failed') return POLL_FAILED;
      return isStreaming ? false : POLL_INTERVAL;
    },
  });

export function setPodcastEmail(client: QueryClient, publicId: string, email: string): void {
  client.setQueryData(
    podcastQuery(publicId).queryKey,
    (known) => known && { podcast: { ...known.podcast, email } },
  );
}

export const episodesQuery = (q: string) =>
  infiniteQueryOptions({
    ...paged('/api/podcasts', lazySchema('podcastPage'), { q }),
    queryKey: keys.episodes(q),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.podcasts),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) =>
        page.podcasts.some(({ status }) => status === 'processing'),
      ) && POLL_LIST_INTERVAL,
  });

type EpisodePages = { pages: { podcasts: Podcast[] }[] };

export function changeEpisode(
  client: QueryClient,
  publicId: string,
  change: (episode: Podcast) => Podcast | null,
): void {
  const changed = (episode: Podcast) =>
    episode.publicId === publicId ? (change(episode) ?? []) : episode;
  client.setQueriesData<EpisodePages>(
    { queryKey: keys.episodeLists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, podcasts: page.podcasts.flatMap(changed) })),
      },
  );
}

const podcastPath = (publicId: string) => keys.podcast(publicId).join('/');

const edit = <Change>() =>
  mutationOptions({
    mutationFn: ({ publicId, ...body }: Change & { publicId: string }) =>
      call('PATCH', podcastPath(publicId), { body, schema: podcastReply }),
    onSuccess: ({ podcast: { title, showsSources } }, { publicId }, _result, { client }) =>
      changeEpisode(client, publicId, (episode) => ({ ...episode, title, showsSources })),
  });

export const renameEpisode = edit<{ title: string }>();

/** Shows the owner's texts and PDFs to every listener, or to the owner alone. */
export const shareSources = edit<{ showsSources: boolean }>();

const refetchOrders = (client: QueryClient) => client.invalidateQueries({ queryKey: keys.orders });

/** Removes the episode from every list at once, and puts it back if the server keeps it. */
export const deleteEpisode = (onRemoved: () => void) =>
  mutationOptions({
    mutationFn: (publicId: string) => call('DELETE', podcastPath(publicId)),
    onMutate: async (publicId, { client }) => {
      const lists = { queryKey: keys.episodeLists };
      // A reply under way would bring it back.
      await client.cancelQueries(lists);
      const before = client.getQueriesData(lists);
      changeEpisode(client, publicId, () => null);
      onRemoved();
      return before;
    },
    onSuccess: (_reply, _publicId, _before, { client }) => void refetchOrders(client),
    onError: (error, _publicId, before, { client }) => {
      void refetchOrders(client);
      if (isNotFound(error)) return;
      for (const [key, list] of before ?? []) client.setQueryData(key, list);
    },
  });

/** The old link ends. */
export const replaceShareLink = mutationOptions({
  mutationFn: (publicId: string) =>
    call('POST', `${podcastPath(publicId)}/share-link`, { schema: podcastReply }),
});

export const resendEmail = (publicId: string) =>
  call('POST', `${podcastPath(publicId)}/resend`, { schema: lazySchema('resendReply') });
