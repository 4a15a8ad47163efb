import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Listening } from '#shared/episode.ts';
import { partsQuery } from '../api/listen.ts';
import { useAuth } from '../auth/session.tsx';
import { PartPlayback } from '../ui/partPlayback.ts';
import { createPlayer, type Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { keepSpeed, recallSpeed, resumeFrom } from './playbackStorage.ts';
import { syncPosition } from './syncPosition.ts';

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
  const [{ sounds, sound, player }] = useState(() => {
    const sounds = document.createElement('div');
    const sound = new PartPlayback(() => {
      const audio = new Audio();
      audio.preload = 'metadata';
      sounds.append(audio);
      return audio;
    });
    const time = startAt ?? resumeFrom(token, position);
    if (audioUrl) sound.finish(audioUrl, duration);
    return { sounds, sound, player: createPlayer(sound, { time, rate: recallSpeed(), duration }) };
  });

  useEffect(() => {
    sounds.hidden = true;
    document.body.append(sounds);
    return () => {
      player.close();
      // Aborts a pending download.
      for (const audio of sounds.children) audio.removeAttribute('src');
      sounds.remove();
    };
  }, [sounds, player]);

  const phase = usePlaying(player, (playing) => playing.phase);
  const { data } = useQuery(partsQuery(partsUrl, phase));
  const parts = data?.parts;
  useEffect(() => {
    if (parts) sound.extend(parts);
  }, [sound, parts]);
  useEffect(() => {
    if (audioUrl) sound.finish(audioUrl, duration);
  }, [sound, audioUrl, duration]);

  useEffect(() => syncPosition(player, token, isAuthenticated), [player, token, isAuthenticated]);
  useEffect(
    () =>
      player.subscribe(() => {
        const { rate } = player.get();
        if (rate !== recallSpeed()) keepSpeed(rate);
      }),
    [player],
  );

  const last = parts?.at(-1);
  return { player, reach: last ? last.startTime + last.duration : 0 };
}
