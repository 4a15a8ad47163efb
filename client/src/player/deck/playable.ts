import type { EpisodeWave, Listening, Podcast, Position } from '#shared/episode.ts';
import type { Sample } from '#shared/samples.ts';

export interface Playable {
  /** The share token, under which this device stores the position. */
  token: string;
  /** Known only to the owner, whose URLs outlive a replaced share link. */
  publicId: string | null;
  title: string;
  voice1Name: string;
  voice2Name: string;
  coverUrl: string | null;
  audioUrl: string | null;
  partsUrl: string | null;
  chaptersUrl: string | null;
  /** Seconds; the length bought until the episode is finished. */
  duration: number;
  /** The account's last position on any device. */
  position: Position | null;
  isPlayed: boolean;
  wave: EpisodeWave | null;
}

export function playableOfPodcast(podcast: Podcast): Playable {
  const { publicId, status, listenUrl, durationSeconds, duration } = podcast;
  const isMade = status === 'completed';
  return {
    ...whatIsSaid(podcast),
    token: new URL(listenUrl, 'https://listen.invalid').searchParams.get('episode') ?? publicId,
    publicId,
    coverUrl: isMade ? `/media/${publicId}/cover.jpg` : null,
    audioUrl: isMade ? podcast.audioUrl : null,
    partsUrl: isMade ? null : podcast.partsUrl,
    chaptersUrl: isMade ? `/media/${publicId}/chapters.json` : null,
    duration: durationSeconds ?? duration * 60,
    position: podcast.position,
    isPlayed: podcast.isPlayed,
  };
}

export function playableOfListening(episode: Listening['episode']): Playable {
  const { token, publicId, status, durationSeconds, duration, position } = episode;
  const isMade = status === 'completed';
  const own = (url: string | null) =>
    url && publicId ? url.replace(/^\/media\/[^/]+/, `/media/${publicId}`) : url;
  return {
    ...whatIsSaid(episode),
    token,
    publicId,
    coverUrl: own(episode.coverUrl),
    audioUrl: isMade ? own(episode.audioUrl) : null,
    partsUrl: own(episode.partsUrl),
    chaptersUrl: isMade ? own(episode.chaptersUrl) : null,
    duration: durationSeconds ?? duration * 60,
    position,
    isPlayed: false,
  };
}

export function playableOfSample(sample: Sample): Playable {
  const { token, coverUrl, audioUrl, durationSeconds } = sample;
  return {
    ...whatIsSaid(sample),
    token,
    publicId: null,
    coverUrl,
    audioUrl,
    partsUrl: null,
    chaptersUrl: `/media/${token}/chapters.json`,
    duration: durationSeconds,
    position: null,
    isPlayed: false,
  };
}

type Said = Pick<Playable, 'title' | 'voice1Name' | 'voice2Name' | 'wave'>;
const whatIsSaid = ({ title, voice1Name, voice2Name, wave }: Said): Said => ({
  title,
  voice1Name,
  voice2Name,
  wave,
});

/** Compares public ids, too, since a replaced share link changes the token. */
export function isSameEpisode(one: Playable, other: Playable): boolean {
  return one.token === other.token || (one.publicId !== null && one.publicId === other.publicId);
}

/** The token in requests: the owner's stays the same when the share link is replaced. */
export const addressOf = ({ publicId, token }: Playable): string => publicId ?? token;
