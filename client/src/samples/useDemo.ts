import { useEffect, useState } from 'react';
import { createPlayer, type Player } from '../ui/player.ts';

/** A player for one demo, which loads nothing before it plays. `duration` in seconds. */
export function useDemo(audioUrl: string, duration: number): Player {
  const [{ audio, player }] = useState(() => {
    const audio = new Audio();
    audio.preload = 'none';
    audio.src = audioUrl;
    return { audio, player: createPlayer(audio, { time: 0, rate: 1, duration }) };
  });
  useEffect(() => {
    document.body.append(audio);
    return () => {
      player.close();
      // Aborts a pending download.
      audio.removeAttribute('src');
      audio.remove();
    };
  }, [audio, player]);
  return player;
}
