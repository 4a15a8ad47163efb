import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Answers } from '#shared/brief.ts';
import type { Listening } from '#shared/episode.ts';
import type { PartList } from '#shared/parts.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import type { VerdictRequest } from '#shared/verdictSchema.ts';
import { call, isRecord, read, shape } from './client.ts';
import { inTurn } from './inTurn.ts';
import { keys } from './keys.ts';

/** How often an unfinished episode is fetched again, ms. */
const POLL_INTERVAL = 5000;
const EMBED_POLL_INTERVAL = 15_000;

/** How often the list of parts is fetched: more often while the listener waits for the next one, ms. */
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

const listeningQuery = (token: string, pollInterval: number | false) =>
  queryOptions({
    ...queryOptions({ queryKey: keys.listening(token), queryFn: read(listening) }),
    refetchInterval: ({ state }) =>
      state.data?.episode.status === 'processing' ? pollInterval : false,
  });

/** The episode behind a shared link; polled while it is made, unless its events arrive as a stream. */
export const listenPageQuery = (token: string, isStreaming: boolean) =>
  queryOptions({
    ...listeningQuery(token, isStreaming ? false : POLL_INTERVAL),
    // An unfinished episode may be playing with the screen locked.
    refetchIntervalInBackground: true,
    // The position where the listener stopped is another one at the next visit.
    gcTime: 0,
  });

/** A finished episode, as whoever has its link sees it. */
export const finishedQuery = (token: string) => listeningQuery(token, false);

export const embedQuery = (token: string) =>
  queryOptions({ ...listeningQuery(token, EMBED_POLL_INTERVAL), enabled: token !== '' });

export const transcriptQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(transcript), enabled: url !== null });

export const chaptersQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(chapters), enabled: url !== null });

/** Where the questions of an episode are answered. */
export const answersQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(answers), enabled: url !== null });

/** What an episode rests on, and which of its lines on which words. */
export const sourcesQuery = (url: string | null) =>
  queryOptions({ queryKey: keys.file(url), queryFn: read(sources), enabled: url !== null });

/** Says whether an episode was right; a visitor may get their session with it, and the last word counts. */
export const sayVerdict = (token: string) =>
  mutationOptions({
    mutationFn: (body: VerdictRequest) =>
      inTurn(() => call('POST', `/api/listen/${token}/verdict`, { body })),
  });

/**
 * Says that somebody listened to an episode, `embedded` where another site frames the player. It goes
 * out while the page closes, too; nothing waits for it, and failures are ignored.
 */
export function sayListened(token: string, embedded: boolean): void {
  fetch(`/api/listen/${encodeURIComponent(token)}/listens`, {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ embedded }),
  }).catch(() => undefined);
}

/** The parts of an unfinished episode that can be played already. */
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
