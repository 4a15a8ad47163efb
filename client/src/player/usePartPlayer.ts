import { useEffect, useState } from 'react';
import { PartPlayback } from './engine/partPlayback.ts';
import { createPlayer, type Player } from './engine/player.ts';
import { useParts } from './useParts.ts';

/** `preload` is what the first audio element loads before it plays. */
export function createPartSound(preload: 'metadata' | 'none' = 'metadata') {
  const elements = document.createElement('div');
  elements.hidden = true;
  const sound = new PartPlayback(() => {
    const audio = new Audio();
    audio.preload = preload;
    elements.append(audio);
    return audio;
  });
  return {
    sound,
    attach: () => document.body.append(elements),
    /** Removes the audio elements and aborts their downloads. */
    discard() {
      for (const audio of elements.children) audio.removeAttribute('src');
      elements.remove();
    },
  };
}

type Parts = {
  partsUrl: string | null;
  /** No more parts will be added to the list. */
  isWhole: boolean;
  /** Seconds, until the audio element knows better. */
  duration: number;
};

/** Plays parts as they are made. `reach` is how many seconds they cover. */
export function usePartPlayer({ duration, ...parts }: Parts): { player: Player; reach: number } {
  const [{ opened, player }] = useState(() => {
    const opened = createPartSound();
    return { opened, player: createPlayer(opened.sound, { time: 0, rate: 1, duration }) };
  });
  useEffect(() => {
    opened.attach();
    return () => {
      player.close();
      opened.discard();
    };
  }, [opened, player]);
  return { player, reach: useParts({ sound: opened.sound, player, ...parts }) };
}
