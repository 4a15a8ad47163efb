import { Moon } from 'lucide-react';
import { useState } from 'react';
import type { Chapters } from '#shared/script.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { SLEEP_CHOICES, type Sleep } from './useSleep.ts';

type SleepButtonProps = { sleep: Sleep; chapters: Chapters['chapters'] };

/** Opens the sleep timer. */
export function SleepButton({ sleep, chapters }: SleepButtonProps) {
  const [open, setOpen] = useState(false);
  const { choice, choose } = sleep;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={choice === 'Off' ? 'Sleep timer' : `Sleep timer, ${choice.toLowerCase()}`}
        onClick={() => setOpen(true)}
        className="button relative grid h-11 w-16 shrink-0 max-[360px]:w-13 place-items-center rounded-chip"
      >
        <Moon aria-hidden size={22} fill={choice === 'Off' ? 'none' : 'currentColor'} />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="When should it stop?">
        <SegmentedControl
          label="Sleep timer"
          name="sleep"
          values={SLEEP_CHOICES}
          value={choice}
          onChange={(next) => choose(next, chapters)}
          columns={2}
        />
      </Sheet>
    </>
  );
}
