import { Moon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Chapters } from '#shared/script.ts';
import { KeyBank } from '../ui/KeyBank.tsx';
import type { Player } from '../ui/player.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { usePlaying } from '../ui/usePlaying.ts';
import { chapterAt } from './follow.ts';

const MINUTES = { '5 min': 5, '10 min': 10, '15 min': 15, '30 min': 30 } as const;
const CHOICES = ['Off', '5 min', '10 min', '15 min', '30 min', 'End of chapter'] as const;
type Choice = (typeof CHOICES)[number];

type SleepKeyProps = { player: Player; chapters: Chapters['chapters'] };

/** Lets the episode stop by itself, after minutes by the clock or when the chapter ends. */
export function SleepKey({ player, chapters }: SleepKeyProps) {
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState<Choice>('Off');
  /** The second of the episode at which "End of chapter" stops. */
  const [stopAt, setStopAt] = useState(Number.POSITIVE_INFINITY);
  const isOver = usePlaying(player, ({ time }) => time >= stopAt);

  useEffect(() => {
    if (choice === 'Off' || choice === 'End of chapter') return;
    const timer = setTimeout(() => {
      player.pause();
      setChoice('Off');
    }, MINUTES[choice] * 60_000);
    return () => clearTimeout(timer);
  }, [choice, player]);

  useEffect(() => {
    if (!isOver) return;
    player.pause();
    setStopAt(Number.POSITIVE_INFINITY);
    setChoice('Off');
  }, [isOver, player]);

  function choose(next: Choice) {
    setChoice(next);
    const { time, duration } = player.get();
    const following = chapters[chapterAt(chapters, time) + 1];
    setStopAt(
      next === 'End of chapter' ? (following?.startTime ?? duration) : Number.POSITIVE_INFINITY,
    );
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={choice === 'Off' ? 'Sleep timer' : `Sleep timer, ${choice.toLowerCase()}`}
        onClick={() => setOpen(true)}
        className="key relative grid h-11 w-16 shrink-0 max-[360px]:w-13 place-items-center rounded-chip"
      >
        <Moon aria-hidden size={22} fill={choice === 'Off' ? 'none' : 'currentColor'} />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="When should it stop?">
        <KeyBank
          label="Sleep timer"
          name="sleep"
          values={CHOICES}
          value={choice}
          onChange={choose}
          columns={2}
        />
      </Sheet>
    </>
  );
}
