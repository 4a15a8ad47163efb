import { useEffect, useState } from 'react';
import { createPlayer, type Player } from './engine/player.ts';
import { createPartSound } from './partSound.ts';
import { useParts } from './useParts.ts';

type Playable = {
  partsUrl: string | null;
  /** No more parts will be added to the list. */
  isWhole?: boolean;
  audioUrl?: string | null;
  /** Seconds, until the audio element knows better. */
  duration: number;
  /** Called once. */
  begin: () => { time: number; rate: number };
};

/** Plays the parts, then the finished file. `reach` is how many seconds the parts cover. */
export function usePartPlayer(playable: Playable): { player: Player; reach: number } {
  const { partsUrl, isWhole = false, audioUrl = null, duration, begin } = playable;
  const [{ opened, player }] = useState(() => {
    const opened = createPartSound();
    if (audioUrl) opened.sound.finish(audioUrl, duration);
    return { opened, player: createPlayer(opened.sound, { ...begin(), duration }) };
  });
  const { sound } = opened;

  useEffect(() => {
    opened.attach();
    return () => {
      player.close();
      opened.discard();
    };
  }, [opened, player]);

  const reach = useParts({ sound, player, partsUrl, isWhole });
  useEffect(() => {
    if (audioUrl) sound.finish(audioUrl, duration);
  }, [sound, audioUrl, duration]);
  return { player, reach };
}
