import { useCallback, useEffect, useState } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../ui/player.ts';
import { chapterAt } from './follow.ts';

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

export type Sleep = {
  choice: SleepChoice;
  /** `chapters` are those that are known now: "End of chapter" is the end of the one being heard. */
  choose: (next: SleepChoice, chapters: Chapters['chapters']) => void;
};

/**
 * Lets an episode stop by itself, after minutes by the clock or when the chapter ends. It lives as
 * long as the player: whoever falls asleep over an episode in the making is not kept awake by its
 * becoming finished.
 */
export function useSleep(player: Player): Sleep {
  const [choice, setChoice] = useState<SleepChoice>('Off');
  /** The second of the episode at which "End of chapter" stops. */
  const [stopAt, setStopAt] = useState(Number.POSITIVE_INFINITY);

  useEffect(() => {
    if (choice === 'Off' || choice === 'End of chapter') return;
    const timer = setTimeout(() => {
      player.pause();
      setChoice('Off');
    }, MINUTES[choice] * 60_000);
    return () => clearTimeout(timer);
  }, [choice, player]);

  useEffect(() => {
    if (choice !== 'End of chapter') return;
    let { jumps } = player.get();
    const leave = player.subscribe(() => {
      const now = player.get();
      const hasJumped = now.jumps !== jumps;
      jumps = now.jumps;
      if (now.time < stopAt && !now.ended) return;
      leave();
      setChoice('Off');
      // Who goes on to a later chapter wants to hear it.
      if (!hasJumped) player.pause();
    });
    return leave;
  }, [choice, stopAt, player]);

  const choose = useCallback<Sleep['choose']>(
    (next, chapters) => {
      const following = chapters[chapterAt(chapters, player.get().time) + 1];
      // The last one ends with the episode.
      setStopAt(following?.startTime ?? Number.POSITIVE_INFINITY);
      setChoice(next);
    },
    [player],
  );
  return { choice, choose };
}
