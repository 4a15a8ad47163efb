import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { partsQuery } from '../api/listen.ts';
import { PartPlayback } from '../ui/partPlayback.ts';
import { createPlayer, type Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';

type Playable = {
  /** URL of the list of parts; null where there are none. */
  partsUrl: string | null;
  /** The list has all there will be: it ends with them. */
  isWhole?: boolean;
  /** URL of the finished file. */
  audioUrl?: string | null;
  /** Seconds, until the audio element knows better. */
  duration: number;
  /** Called once. */
  begin: () => { time: number; rate: number };
};

/**
 * A player of the parts that exist, which continues with the finished file. `reach` is how many seconds
 * the parts cover.
 */
export function usePartPlayer(playable: Playable): { player: Player; reach: number } {
  const { partsUrl, isWhole = false, audioUrl = null, duration, begin } = playable;
  const [{ sounds, sound, player }] = useState(() => {
    const sounds = document.createElement('div');
    const sound = new PartPlayback(() => {
      const audio = new Audio();
      audio.preload = 'metadata';
      sounds.append(audio);
      return audio;
    });
    if (audioUrl) sound.finish(audioUrl, duration);
    return { sounds, sound, player: createPlayer(sound, { ...begin(), duration }) };
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
  /** When it was known that no more parts come, ms. */
  const wholeSince = useRef(Number.POSITIVE_INFINITY);
  const [hasAll, setHasAll] = useState(false);
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...partsQuery(partsUrl, phase),
    enabled: partsUrl !== null && !hasAll,
  });
  const parts = data?.parts;
  useEffect(() => {
    if (parts) sound.extend(parts);
  }, [sound, parts]);
  useEffect(() => {
    if (!isWhole) return;
    wholeSince.current = Date.now();
    // The list that is known may be older than the last part.
    void refetch();
  }, [isWhole, refetch]);
  useEffect(() => {
    if (dataUpdatedAt < wholeSince.current) return;
    sound.complete();
    setHasAll(true);
  }, [sound, dataUpdatedAt]);
  useEffect(() => {
    if (audioUrl) sound.finish(audioUrl, duration);
  }, [sound, audioUrl, duration]);

  const last = parts?.at(-1);
  return { player, reach: last ? last.startTime + last.duration : 0 };
}
