import { useSyncExternalStore } from 'react';
import type { Chapters } from '#shared/script.ts';
import { createStore } from '../../ui/store.ts';
import type { Player } from '../engine/player.ts';
import { lastStarted } from '../engine/started.ts';

export const SLEEP_CHOICES = [
  'Off',
  '5 min',
  '10 min',
  '15 min',
  '30 min',
  '45 min',
  '60 min',
  'End of chapter',
  'End of episode',
] as const;
type SleepChoice = (typeof SLEEP_CHOICES)[number];

type State = {
  choice: SleepChoice;
  /** When it pauses, ms since 1970; null if that depends on the playback. */
  endsAt: number | null;
};

export type Sleep = State & {
  choose: (next: SleepChoice, chapters: Chapters['chapters']) => void;
  extend: (minutes: number) => void;
};

export type SleepTimer = Pick<Sleep, 'choose' | 'extend'> & {
  get(): State;
  subscribe(listener: () => void): () => void;
};

const OFF: State = { choice: 'Off', endsAt: null };

export function createSleepTimer(player: Player): SleepTimer {
  const { get, set, subscribe } = createStore(OFF);
  let cancel = () => {};
  const end = () => {
    cancel();
    cancel = () => {};
    set(OFF);
  };

  function stopAt(endsAt: number, choice: SleepChoice): void {
    cancel();
    const timer = setTimeout(() => {
      player.pause();
      end();
    }, endsAt - Date.now());
    cancel = () => clearTimeout(timer);
    set({ choice, endsAt });
  }

  /** `stopsAt` is a second of the episode, or infinite for its end. */
  function atEnd(choice: SleepChoice, stopsAt: number): void {
    let { jumps } = player.get();
    cancel = player.subscribe(() => {
      const now = player.get();
      const hasJumped = now.jumps !== jumps;
      jumps = now.jumps;
      if (now.time < stopsAt && !now.ended) return;
      end();
      // A seek past the end means that the listener wants to go on.
      if (!hasJumped) player.pause();
    });
    set({ choice, endsAt: null });
  }

  return {
    get,
    subscribe,
    choose(next, chapters) {
      cancel();
      if (next === 'Off') end();
      else if (next === 'End of episode') atEnd(next, Number.POSITIVE_INFINITY);
      else if (next === 'End of chapter') {
        const following = chapters[lastStarted(chapters, player.get().time) + 1];
        atEnd(next, following?.startTime ?? Number.POSITIVE_INFINITY);
      } else stopAt(Date.now() + Number.parseInt(next, 10) * 60_000, next);
    },
    extend(minutes) {
      const { endsAt, choice } = get();
      if (endsAt !== null) stopAt(endsAt + minutes * 60_000, choice);
    },
  };
}

export function useSleep(timer: SleepTimer): Sleep {
  const state = useSyncExternalStore(timer.subscribe, timer.get);
  return { ...state, choose: timer.choose, extend: timer.extend };
}
