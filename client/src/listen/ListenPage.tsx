import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { ApiError, messageOf } from '../api.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Episode } from './Episode.tsx';
import { BeingMade, CouldNotBeMade, NoSuchEpisode } from './EpisodeStates.tsx';
import { startFrom } from './memory.ts';

/** An episode in the making is asked for again after so many ms. */
const ASK_EVERY = 5000;

/** `/listen?episode=`: whoever holds the link can listen, with or without an account. */
export default function ListenPage() {
  const [search] = useSearchParams();
  const token = search.get('episode');
  return token ? (
    <Listen key={token} token={token} startAt={startFrom(search)} />
  ) : (
    <NoSuchEpisode />
  );
}

function Listen({ token, startAt }: { token: string; startAt: number | null }) {
  const { data, error, isFetching, refetch } = useQuery<Listening>({
    queryKey: ['/api/listen', token],
    refetchInterval: ({ state }) =>
      state.data?.episode.status === 'processing' ? ASK_EVERY : false,
  });
  const episode = data?.episode;

  if (episode?.status === 'completed' && episode.audioUrl !== null) {
    return <Episode episode={episode} audioUrl={episode.audioUrl} startAt={startAt} />;
  }
  if (episode?.status === 'processing') return <BeingMade episode={episode} />;
  if (episode?.status === 'failed') return <CouldNotBeMade episode={episode} />;
  if (episode || (error instanceof ApiError && error.status === 404)) return <NoSuchEpisode />;
  return (
    <Page title="Listen">
      {error ? (
        <>
          <h1 className="mt-2">The tape has not arrived</h1>
          <ErrorState
            title="We could not load this episode"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {messageOf(error)}
          </ErrorState>
        </>
      ) : (
        <Spinner />
      )}
    </Page>
  );
}
