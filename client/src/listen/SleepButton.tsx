import { Moon } from 'lucide-react';
import type { Chapters } from '#shared/script.ts';
import { SLEEP_CHOICES, type Sleep } from '../playback/deck/sleep.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { SheetButton } from '../ui/SheetButton.tsx';

type SleepButtonProps = { sleep: Sleep; chapters: Chapters['chapters'] };

/** Opens the sleep timer. */
export function SleepButton({ sleep, chapters }: SleepButtonProps) {
  const { choice, choose } = sleep;
  return (
    <SheetButton
      face={<Moon aria-hidden size={22} fill={choice === 'Off' ? 'none' : 'currentColor'} />}
      label={choice === 'Off' ? 'Sleep timer' : `Sleep timer, ${choice.toLowerCase()}`}
      className="button relative grid h-11 w-16 shrink-0 max-[360px]:w-13 place-items-center rounded-chip"
      title="When should it stop?"
    >
      <SegmentedControl
        label="Sleep timer"
        name="sleep"
        values={SLEEP_CHOICES}
        value={choice}
        onChange={(next) => choose(next, chapters)}
        columns={2}
      />
    </SheetButton>
  );
}
