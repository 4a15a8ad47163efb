import { useSyncExternalStore } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../engine/player.ts';
import { lastStarted } from '../engine/started.ts';

const MINUTES = {
  '5 min': 5,
  '10 min': 10,
  '15 min': 15,
  '30 min': 30,
  '45 min': 45,
  '60 min': 60,
} as const;
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
  /** Second of the episode at which it pauses, infinite for the last chapter; null for minutes. */
  stopsAt: number | null;
};

export type Sleep = State & {
  choose: (next: SleepChoice, chapters: Chapters['chapters']) => void;
  extend: (minutes: number) => void;
};

export type SleepTimer = Pick<Sleep, 'choose' | 'extend'> & {
  get(): State;
  subscribe(listener: () => void): () => void;
};

const OFF: State = { choice: 'Off', endsAt: null, stopsAt: null };

export function createSleepTimer(player: Player): SleepTimer {
  const listeners = new Set<() => void>();
  let state = OFF;
  let cancel = () => {};
  const set = (next: State) => {
    state = next;
    for (const listener of listeners) listener();
  };
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
    set({ choice, endsAt, stopsAt: null });
  }

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
    set({ choice, endsAt: null, stopsAt });
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(next, chapters) {
      cancel();
      if (next === 'Off') end();
      else if (next === 'End of episode') atEnd(next, Number.POSITIVE_INFINITY);
      else if (next === 'End of chapter') atEnd(next, endOfChapter(chapters, player.get().time));
      else stopAt(Date.now() + MINUTES[next] * 60_000, next);
    },
    extend(minutes) {
      const { endsAt, choice } = state;
      if (endsAt !== null) stopAt(endsAt + minutes * 60_000, choice);
    },
  };
}

function endOfChapter(chapters: Chapters['chapters'], time: number): number {
  return chapters[lastStarted(chapters, time) + 1]?.startTime ?? Number.POSITIVE_INFINITY;
}

export function useSleep(timer: SleepTimer): Sleep {
  const state = useSyncExternalStore(timer.subscribe, timer.get);
  return { ...state, choose: timer.choose, extend: timer.extend };
}
