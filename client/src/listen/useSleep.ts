import { useCallback, useEffect, useState } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../ui/player.ts';
import { lastStarted } from '../ui/started.ts';

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
  /** `chapters` locate the end of the current one for "End of chapter". */
  choose: (next: SleepChoice, chapters: Chapters['chapters']) => void;
};

/**
 * Pauses the player after some minutes or at the end of the chapter. The timer lives as long as the
 * player, so it survives the switch to the finished file.
 */
export function useSleep(player: Player): Sleep {
  const [choice, setChoice] = useState<SleepChoice>('Off');
  /** Position at which "End of chapter" pauses, s. */
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
      // A seek past the end means that the listener wants to go on.
      if (!hasJumped) player.pause();
    });
    return leave;
  }, [choice, stopAt, player]);

  const choose = useCallback<Sleep['choose']>(
    (next, chapters) => {
      const following = chapters[lastStarted(chapters, player.get().time) + 1];
      // The last chapter ends with the episode.
      setStopAt(following?.startTime ?? Number.POSITIVE_INFINITY);
      setChoice(next);
    },
    [player],
  );
  return { choice, choose };
}
