import { useEffect } from 'react';
import type { Listening } from '#shared/episode.ts';
import { useAuth } from '../api/session/session.tsx';
import type { Player } from './engine/player.ts';
import { recallSpeed, resumeFrom } from './playbackStorage.ts';
import { syncPosition } from './syncPosition.ts';
import { usePartPlayer } from './usePartPlayer.ts';
import { useRememberedSpeed } from './useRememberedSpeed.ts';

type FinishedEpisode = {
  token: string;
  audioUrl: string | null;
  /** Seconds, until the audio element knows better. */
  duration: number;
  /** Second that the link names; null resumes where the listener stopped. */
  startAt: number | null;
  position: Listening['episode']['position'];
};

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
