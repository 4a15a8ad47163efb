import { useEffect } from 'react';
import type { Listening } from '#shared/episode.ts';
import { useAuth } from '../api/session/session.tsx';
import type { Player } from './engine/player.ts';
import { recallSpeed, resumeFrom } from './playbackStorage.ts';
import { syncPosition } from './syncPosition.ts';
import { usePartPlayer } from './usePartPlayer.ts';
import { useRememberedSpeed } from './useRememberedSpeed.ts';

type FinishedEpisode = {
  /** The share token. */
  token: string;
  audioUrl: string | null;
  /** Seconds, until the audio element knows better. */
  duration: number;
  /** Start time from the link; null resumes where the listener stopped. */
  startAt: number | null;
  /** The account's last position on any device; null without one. */
  position: Listening['episode']['position'];
};

/**
 * The player of one finished episode that is not on the deck, as where another site frames it. Position
 * and speed are remembered.
 */
export function usePlayer(episode: FinishedEpisode): Player {
  const { token, audioUrl, duration, startAt, position } = episode;
  const { isAuthenticated } = useAuth();
  const { player } = usePartPlayer({
    partsUrl: null,
    audioUrl,
    duration,
    begin: () => ({ time: startAt ?? resumeFrom(token, position), rate: recallSpeed() }),
  });

  useEffect(
    () => syncPosition(player, { token, address: isAuthenticated ? token : null }),
    [player, token, isAuthenticated],
  );
  useRememberedSpeed(player);
  return player;
}
