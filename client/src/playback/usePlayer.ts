import { useEffect } from 'react';
import type { Listening } from '#shared/episode.ts';
import { useAuth } from '../auth/session.tsx';
import type { Player } from '../ui/player.ts';
import { recallSpeed, resumeFrom } from './playbackStorage.ts';
import { syncPosition } from './syncPosition.ts';
import { usePartPlayer } from './usePartPlayer.ts';
import { useRememberedSpeed } from './useRememberedSpeed.ts';

type PlayableEpisode = {
  /** The share token. */
  token: string;
  /** URL of the list of parts, during production. */
  partsUrl: string | null;
  /** URL of the finished file. */
  audioUrl: string | null;
  /** Seconds, until the audio element knows better. */
  duration: number;
  /** Start time from the link; null resumes where the listener stopped. */
  startAt: number | null;
  /** The account's last position on any device; null without one. */
  position: Listening['episode']['position'];
};

/**
 * The player of one episode, finished or in production: it plays the parts that exist and continues
 * with the finished file. Position and speed are remembered. `reach` is how many seconds the parts
 * cover.
 */
export function usePlayer(episode: PlayableEpisode): { player: Player; reach: number } {
  const { token, partsUrl, audioUrl, duration, startAt, position } = episode;
  const { isAuthenticated } = useAuth();
  const { player, reach } = usePartPlayer({
    partsUrl,
    audioUrl,
    duration,
    begin: () => ({ time: startAt ?? resumeFrom(token, position), rate: recallSpeed() }),
  });

  useEffect(
    () => syncPosition(player, { token, address: isAuthenticated ? token : null }),
    [player, token, isAuthenticated],
  );
  useRememberedSpeed(player);
  return { player, reach };
}
