import { useEffect, useSyncExternalStore } from 'react';
import { buttonState, type Player, type Playing } from '../engine/player.ts';
import type { Sound } from '../engine/sound.ts';
import { resumeFrom } from '../playbackStorage.ts';
import type { Playable } from './playable.ts';
import { playNow, sessionOnDeck } from './playNow.ts';
import { useDeck } from './useDeck.ts';

export interface Row {
  /** `idle` while it is not on the deck. */
  state: Sound['state'];
  /** The live or remembered position: seconds, and the fraction of the episode, 0 to 1. */
  seconds: number;
  fraction: number;
  /** Null before it was begun, and after it was heard to the end. */
  secondsLeft: number | null;
  /** Heard to the end, and not begun again. */
  isPlayed: boolean;
  toggle: () => void;
}

/** `playable` is null for an episode without sound. */
export function useRow(playable: Playable | null): Row {
  const deck = useDeck();
  const session = sessionOnDeck(playable, deck);
  const player = session?.player ?? null;
  useEffect(() => {
    if (playable) session?.update({ playable });
  });
  const state = useLive<Sound['state']>(player, buttonState, 'idle');
  const ended = useLive(player, ({ ended }) => ended, false);
  const duration = useLive(player, ({ duration }) => duration, playable?.duration ?? 0);
  const remembered = playable ? resumeFrom(playable.token, playable.position) : 0;
  const seconds = useLive(player, ({ time }) => Math.floor(time), Math.floor(remembered));
  const isPlayed = ended || (seconds === 0 && playable?.isPlayed === true);
  const place = ended ? 0 : Math.min(seconds, duration);
  return {
    state,
    seconds: place,
    fraction: duration > 0 ? place / duration : 0,
    secondsLeft: place > 0 ? Math.ceil(duration - place) : null,
    isPlayed,
    toggle: () => {
      if (player) player.toggle();
      else if (playable) playNow(playable);
    },
  };
}

/** Like `usePlaying`, but `rest` without a player. */
function useLive<T extends string | number | boolean>(
  player: Player | null,
  pick: (playing: Playing) => T,
  rest: T,
): T {
  return useSyncExternalStore(
    player?.subscribe ?? never,
    () => (player ? pick(player.get()) : rest),
    () => rest,
  );
}

const never = () => () => {};
