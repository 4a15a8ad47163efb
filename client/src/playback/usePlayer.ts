import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Listening } from '#shared/episode.ts';
import type { PartList } from '#shared/parts.ts';
import { useAuth } from '../auth/session.tsx';
import { createPartPlayback } from '../ui/partPlayback.ts';
import { createPlayer, type Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { keepSpeed, recallSpeed, resumeFrom } from './playbackStorage.ts';
import { rememberPlace } from './syncPosition.ts';

type PlayableEpisode = {
  /** The one that is shared. */
  token: string;
  /** Where the list of its parts is, while it is being made. */
  partsUrl: string | null;
  /** The finished file. */
  audioUrl: string | null;
  /** Seconds, until the sound itself says. */
  duration: number;
  /** Where the link wants to begin; null goes on where the listener stopped. */
  startAt: number | null;
  /** Where they stopped last on any of their devices; null where only this one knows. */
  position: Listening['episode']['position'];
};

/** How often the list of parts is asked for, ms: more often by whoever waits for the next one. */
const ASK = { waiting: 1000, else: 3000 };

/**
 * The player of one episode, finished or not: what there is of it can be heard, and the finished
 * file takes over without a stop. Its audio elements are on the page, its place and speed are
 * remembered. `reach` is how many seconds can be heard before it is finished.
 */
export function usePlayer(episode: PlayableEpisode): { player: Player; reach: number } {
  const { token, partsUrl, audioUrl, duration, startAt, position } = episode;
  const { isAuthenticated } = useAuth();
  const [{ sounds, chain, player }] = useState(() => {
    const sounds = document.createElement('div');
    const chain = createPartPlayback(() => {
      const audio = new Audio();
      audio.preload = 'metadata';
      sounds.append(audio);
      return audio;
    });
    const time = startAt ?? resumeFrom(token, position);
    if (audioUrl) chain.finish(audioUrl, duration);
    return { sounds, chain, player: createPlayer(chain, { time, rate: recallSpeed(), duration }) };
  });

  useEffect(() => {
    sounds.hidden = true;
    document.body.append(sounds);
    return () => {
      player.close();
      // Ends a download that nobody waits for any more.
      for (const audio of sounds.children) audio.removeAttribute('src');
      sounds.remove();
    };
  }, [sounds, player]);

  const phase = usePlaying(player, (playing) => playing.phase);
  const { data } = useQuery<PartList>({
    queryKey: [partsUrl],
    enabled: partsUrl !== null,
    staleTime: 0,
    refetchInterval: phase === 'waiting' ? ASK.waiting : ASK.else,
    // The screen may be locked while it is heard.
    refetchIntervalInBackground: phase !== 'paused',
  });
  const parts = data?.parts;
  useEffect(() => {
    if (parts) chain.extend(parts);
  }, [chain, parts]);
  useEffect(() => {
    if (audioUrl) chain.finish(audioUrl, duration);
  }, [chain, audioUrl, duration]);

  useEffect(() => rememberPlace(player, token, isAuthenticated), [player, token, isAuthenticated]);
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
