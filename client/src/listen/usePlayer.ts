import { useEffect, useState, useSyncExternalStore } from 'react';
import { commandOf, isTaken } from './keys.ts';
import { keepPlace, keepSpeed, recallPlace, recallSpeed } from './memory.ts';
import { createPlayer, type Player, type Playing } from './player.ts';

type Tape = {
  token: string;
  audioUrl: string;
  /** Seconds, until the sound itself says. */
  duration: number;
  /** Where the link wants to begin; null goes on where this device stopped. */
  startAt: number | null;
};

/** How far the sound moves before the place is written down again (seconds). */
const KEEP_EVERY = 5;

/** The player of one episode, its audio element on the page, its place and speed remembered. */
export function usePlayer({ token, audioUrl, duration, startAt }: Tape): Player {
  const [{ audio, player }] = useState(() => {
    const audio = new Audio();
    audio.preload = 'metadata';
    audio.src = audioUrl;
    const start = { time: startAt ?? recallPlace(token), rate: recallSpeed(), duration };
    return { audio, player: createPlayer(audio, start) };
  });

  useEffect(() => {
    document.body.append(audio);
    return () => {
      player.close();
      audio.remove();
    };
  }, [audio, player]);

  useEffect(() => {
    let kept = player.get().time;
    const keep = () => {
      kept = player.get().time;
      keepPlace(token, kept, player.get().duration);
    };
    const stop = player.subscribe(() => {
      const { phase, time, rate } = player.get();
      if (rate !== recallSpeed()) keepSpeed(rate);
      if (phase === 'paused' || Math.abs(time - kept) >= KEEP_EVERY) keep();
    });
    addEventListener('pagehide', keep);
    return () => {
      stop();
      removeEventListener('pagehide', keep);
    };
  }, [player, token]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const command = commandOf(event.key);
      if (!command) return;
      event.preventDefault();
      command(player);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [player]);

  return player;
}

/** One aspect of what is playing; the component renders again only when that changes. */
export function usePlaying<T extends string | number | boolean>(
  player: Player,
  pick: (playing: Playing) => T,
): T {
  return useSyncExternalStore(player.subscribe, () => pick(player.get()));
}
