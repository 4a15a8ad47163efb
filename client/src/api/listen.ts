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
import { call, isRecord, read, shape } from './client.ts';
import { inTurn } from './inTurn.ts';
import { keys } from './keys.ts';

/** How often an unfinished episode is fetched again, ms. */
const POLL_INTERVAL = { seen: 2500, hidden: 5000 };
const EMBED_POLL_INTERVAL = 15_000;

/** How often the lines spoken so far are fetched while somebody looks, ms. */
const SPOKEN_INTERVAL = 2000;

/** How often the list of parts is fetched, ms; `waiting` is for a listener with nothing to play. */
const PARTS_INTERVAL = { waiting: 1000, otherwise: 3000 };

const listening = shape((value): value is Listening => isRecord(value) && isRecord(value.episode));
const transcript = shape(
  (value): value is Transcript => isRecord(value) && Array.isArray(value.segments),
);
const chapters = shape(
  (value): value is Chapters => isRecord(value) && Array.isArray(value.chapters),
);
const answers = shape(
  (value): value is Answers => isRecord(value) && Array.isArray(value.questions),
);
const sources = shape(
  (value): value is EpisodeSources =>
    isRecord(value) &&
    Array.isArray(value.sources) &&
    Array.isArray(value.claims) &&
    isRecord(value.counts),
);
const partList = shape((value): value is PartList => isRecord(value) && Array.isArray(value.parts));

const spokenLines = shape(
  (value): value is SpokenLines => isRecord(value) && Array.isArray(value.lines),
);

const listeningQuery = (token: string, pollInterval: () => number | false) =>
  queryOptions({
    ...queryOptions({ queryKey: keys.listening(token), queryFn: read(listening) }),
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

export const spokenLinesQuery = (url: string | null) =>
  queryOptions({
    queryKey: keys.file(url),
    queryFn: read(spokenLines),
    enabled: url !== null,
    staleTime: 0,
    refetchInterval: SPOKEN_INTERVAL,
    refetchOnWindowFocus: 'always',
  });

export const finishedQuery = (token: string) => listeningQuery(token, never);

export const embedQuery = (token: string) =>
  queryOptions({ ...listeningQuery(token, () => EMBED_POLL_INTERVAL), enabled: token !== '' });

export const transcriptQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(transcript), enabled: url !== null });

export const chaptersQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(chapters), enabled: url !== null });

export const answersQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(answers), enabled: url !== null });

export const sourcesQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(sources), enabled: url !== null });

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

export const partsQuery = (url: string | null, phase: 'paused' | 'waiting' | (string & {})) =>
  queryOptions({
    queryKey: keys.file(url),
    queryFn: read(partList),
    enabled: url !== null,
    staleTime: 0,
    refetchInterval: phase === 'waiting' ? PARTS_INTERVAL.waiting : PARTS_INTERVAL.otherwise,
    // The screen may be locked while it plays.
    refetchIntervalInBackground: phase !== 'paused',
  });
