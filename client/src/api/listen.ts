import {
  mutationOptions,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query';
import type { Answers } from '#shared/brief.ts';
import type { Listening, Podcast, SpokenLines } from '#shared/episode.ts';
import type { PartList } from '#shared/parts.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import type { VerdictRequest } from '#shared/verdictSchema.ts';
import { call, isRecord, read, type SchemaSource, shape, withList } from './client.ts';
import { inTurn } from './inTurn.ts';

/** How often an unfinished episode is fetched again, ms. */
const POLL_INTERVAL = { seen: 2500, hidden: 5000 };
const EMBED_POLL_INTERVAL = 15_000;

/** How often the lines spoken so far are fetched while somebody looks, ms. */
const SPOKEN_INTERVAL = 2000;

/** How often the list of parts is fetched, ms; `waiting` is for a listener with nothing to play. */
const PARTS_INTERVAL = { waiting: 1000, otherwise: 3000 };

const listening = shape((value): value is Listening => isRecord(value) && isRecord(value.episode));

const listeningQuery = (token: string, pollInterval: () => number | false) =>
  queryOptions({
    ...queryOptions({
      queryKey: ['/api/listen', encodeURIComponent(token)],
      queryFn: read(listening),
    }),
    refetchInterval: ({ state }) =>
      state.data?.episode.status === 'processing' ? pollInterval() : false,
  });

const pollWhileSeen = () =>
  document.visibilityState === 'visible' ? POLL_INTERVAL.seen : POLL_INTERVAL.hidden;

const never = () => false as const;

export const listenPageQuery = (token: string, isStreaming: boolean) =>
  queryOptions({
    ...listeningQuery(token, isStreaming ? never : pollWhileSeen),
    queryFn: readWithTranscript,
    // An unfinished episode may be playing with the screen locked.
    refetchIntervalInBackground: true,
    // The reply holds where the listener stopped, which differs at the next visit.
    gcTime: 0,
  });

/**
 * Once an episode is finished, also fetches what its page shows next, so that no line goes away
 * while somebody reads it.
 */
async function readWithTranscript(context: QueryFunctionContext): Promise<Listening> {
  const { client, queryKey } = context;
  const before = client.getQueryData<Listening>(queryKey)?.episode;
  const reply = await read(listening)(context);
  const { status, transcriptUrl, chaptersUrl, answersUrl } = reply.episode;
  if (before?.status === 'processing' && status === 'completed' && transcriptUrl && chaptersUrl) {
    await Promise.all([
      client.prefetchQuery(transcriptQuery(transcriptUrl)),
      client.prefetchQuery(chaptersQuery(chaptersUrl)),
      answersUrl && client.prefetchQuery(answersQuery(answersUrl)),
    ]);
  }
  return reply;
}

export function setMaking(client: QueryClient, token: string, now: Podcast): void {
  const { stage, progress, etaSeconds } = now;
  client.setQueryData(listeningQuery(token, never).queryKey, (known) =>
    known?.episode.making
      ? { episode: { ...known.episode, making: { stage, progress, etaSeconds } } }
      : known,
  );
}

export const finishedQuery = (token: string) => listeningQuery(token, never);

export const embedQuery = (token: string) =>
  queryOptions({ ...listeningQuery(token, () => EMBED_POLL_INTERVAL), enabled: token !== '' });

/** A file of an episode; its `url` is null while there is none. */
const fileQuery =
  <File>(schema: SchemaSource<File>) =>
  (url: string | null) =>
    queryOptions({ queryKey: [url], queryFn: read(schema), enabled: url !== null });

export const transcriptQuery = fileQuery(withList<Transcript>('segments'));
export const chaptersQuery = fileQuery(withList<Chapters>('chapters'));
export const answersQuery = fileQuery(withList<Answers>('questions'));
const spokenFile = fileQuery(withList<SpokenLines>('lines'));
const partsFile = fileQuery(withList<PartList>('parts'));
export const sourcesQuery = fileQuery(
  shape(
    (value): value is EpisodeSources =>
      isRecord(value) &&
      Array.isArray(value.sources) &&
      Array.isArray(value.claims) &&
      isRecord(value.counts),
  ),
);

export const spokenLinesQuery = (url: string | null) =>
  queryOptions({
    ...spokenFile(url),
    staleTime: 0,
    refetchInterval: SPOKEN_INTERVAL,
    refetchOnWindowFocus: 'always',
  });

export const partsQuery = (url: string | null, phase: 'paused' | 'waiting' | (string & {})) =>
  queryOptions({
    ...partsFile(url),
    staleTime: 0,
    refetchInterval: phase === 'waiting' ? PARTS_INTERVAL.waiting : PARTS_INTERVAL.otherwise,
    // The screen may be locked while it plays.
    refetchIntervalInBackground: phase !== 'paused',
  });

/** A visitor may get their session with this. The last verdict counts. */
export const sayVerdict = (token: string) =>
  mutationOptions({
    mutationFn: (body: VerdictRequest) =>
      inTurn(() => call('POST', `/api/listen/${token}/verdict`, { body })),
  });

/** `embedded`: another site frames the player. It is sent even while the page closes. */
export function sayListened(token: string, embedded: boolean): void {
  fetch(`/api/listen/${encodeURIComponent(token)}/listens`, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ embedded }),
  }).catch(() => undefined);
}
