import { Moon } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { clock, spokenClock } from '#shared/clock.ts';
import type { Chapters } from '#shared/script.ts';
import { SLEEP_CHOICES, type Sleep } from '../player/deck/sleep.ts';
import { Button } from '../ui/Button.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { SheetButton } from '../ui/SheetButton.tsx';

type SleepButtonProps = { sleep: Sleep; chapters: Chapters['chapters'] };

/** Minutes that one tap adds. */
const MORE = 5;

export function SleepButton({ sleep, chapters }: SleepButtonProps) {
  const { choice, choose, extend } = sleep;
  const remaining = useRemaining(sleep.endsAt);
  return (
    <SheetButton
      face={<Face choice={choice} remaining={remaining} />}
      label={`Sleep timer${inWords(choice, remaining)}`}
      className="button flex min-h-11 min-w-16 shrink-0 items-center justify-center gap-1 rounded-chip px-1.5 max-[360px]:min-w-13 lg:min-w-21"
      title="When should it stop?"
      small
    >
      {(closeSoon) => (
        <>
          <SegmentedControl
            label="Sleep timer"
            name="sleep"
            values={SLEEP_CHOICES}
            value={choice}
            onChange={(next) => choose(next, chapters)}
            // Also called for the current choice, which then starts again.
            onPick={(next) => {
              choose(next, chapters);
              closeSoon();
            }}
            columns={3}
            wide={{ Off: 'row', 'End of chapter': 'half', 'End of episode': 'half' }}
          />
          {remaining !== null && (
            <div className="mt-4 flex items-center justify-between gap-4">
              <p>
                <span className="font-display text-h2 tabular-nums">{clock(remaining)}</span> left
              </p>
              <Button onClick={() => extend(MORE)}>{MORE} more minutes</Button>
            </div>
          )}
        </>
      )}
    </SheetButton>
  );
}

/** Seconds until `endsAt`, an epoch time in ms. */
function useRemaining(endsAt: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useLayoutEffect(() => {
    if (endsAt === null) return;
    const look = () => setNow(Date.now());
    look();
    const tick = setInterval(look, 1000);
    return () => clearInterval(tick);
  }, [endsAt]);
  return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / 1000));
}

function inWords(choice: Sleep['choice'], remaining: number | null): string {
  if (remaining !== null) return `, ${spokenClock(remaining)} left`;
  return choice === 'Off' ? '' : `, ${choice.toLowerCase()}`;
}

type FaceProps = { choice: Sleep['choice']; remaining: number | null };

function Face({ choice, remaining }: FaceProps) {
  const moon = (
    <Moon
      aria-hidden
      size={remaining === null ? 22 : 18}
      fill={choice === 'Off' ? 'none' : 'currentColor'}
      className={remaining === null ? '' : 'max-[360px]:hidden'}
    />
  );
  if (remaining !== null) {
    return (
      <>
        {moon}
        <span className="text-meta font-bold tabular-nums">{clock(remaining)}</span>
      </>
    );
  }
  if (choice === 'Off') return moon;
  const [, , what] = choice.split(' ');
  return (
    <span className="text-[0.875rem] leading-[1.05] font-bold">
      End of
      <br />
      {what}
    </span>
  );
}
