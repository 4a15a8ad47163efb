import { useSyncExternalStore } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../../ui/player.ts';
import { lastStarted } from '../../ui/started.ts';

const MINUTES = { '5 min': 5, '10 min': 10, '15 min': 15, '30 min': 30 } as const;
export const SLEEP_CHOICES = [
  'Off',
  '5 min',
  '10 min',
  '15 min',
  '30 min',
  'End of chapter',
] as const;
type SleepChoice = (typeof SLEEP_CHOICES)[number];

type State = {
  choice: SleepChoice;
  /** When it pauses, ms since 1970; null where that depends on the sound. */
  endsAt: number | null;
  /** Second of the episode at which it pauses, infinite for the last chapter; null for minutes. */
  stopsAt: number | null;
};

export type Sleep = State & {
  /** `chapters` locate the end of the current one for "End of chapter". */
  choose: (next: SleepChoice, chapters: Chapters['chapters']) => void;
};

/** The sleep timer of one player, as a store. */
export type SleepTimer = Pick<Sleep, 'choose'> & {
  get(): State;
  subscribe(listener: () => void): () => void;
};

const OFF: State = { choice: 'Off', endsAt: null, stopsAt: null };

/** Pauses the player after some minutes or at the end of the chapter. */
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

  function after(choice: keyof typeof MINUTES): void {
    const wait = MINUTES[choice] * 60_000;
    const timer = setTimeout(() => {
      player.pause();
      end();
    }, wait);
    cancel = () => clearTimeout(timer);
    set({ choice, endsAt: Date.now() + wait, stopsAt: null });
  }

  function atEndOf(chapters: Chapters['chapters']): void {
    const following = chapters[lastStarted(chapters, player.get().time) + 1];
    // The last chapter ends with the episode.
    const stopsAt = following?.startTime ?? Number.POSITIVE_INFINITY;
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
    set({ choice: 'End of chapter', endsAt: null, stopsAt });
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
      else if (next === 'End of chapter') atEndOf(chapters);
      else after(next);
    },
  };
}

export function useSleep(timer: SleepTimer): Sleep {
  return { ...useSyncExternalStore(timer.subscribe, timer.get), choose: timer.choose };
}
