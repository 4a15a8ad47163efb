import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { FASTEST, nearestSpeed, type Player, SLOWEST, SPEEDS } from '../player/engine/player.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { SheetButton } from '../ui/SheetButton.tsx';

const NAMES = SPEEDS.map((speed) => `${speed}×`);

export const SPEED_STEP = 0.1;

export function SpeedButton({ player }: { player: Player }) {
  const rate = usePlaying(player, (playing) => playing.rate);
  const step = (by: number) => player.setRate(nearestSpeed(rate + by));
  return (
    <SheetButton
      face={`${rate}×`}
      label={`Speed, ${rate}×`}
      className="button min-h-11 min-w-16 shrink-0 rounded-chip px-1 font-bold max-[360px]:min-w-13"
      title="How fast?"
      small
    >
      {(closeSoon) => (
        <>
          <div className="mb-4 flex items-center justify-between gap-4">
            <StepButton label="Slower" disabled={rate <= SLOWEST} onPress={() => step(-SPEED_STEP)}>
              <Minus aria-hidden size={24} />
            </StepButton>
            <p role="status" className="font-display text-h2 tabular-nums">
              {rate}×
            </p>
            <StepButton label="Faster" disabled={rate >= FASTEST} onPress={() => step(SPEED_STEP)}>
              <Plus aria-hidden size={24} />
            </StepButton>
          </div>
          <SegmentedControl
            label="Speed"
            name="speed"
            values={NAMES}
            value={`${rate}×`}
            onChange={(name) => player.setRate(SPEEDS[NAMES.indexOf(name)] ?? 1)}
            onPick={closeSoon}
            columns={5}
          />
        </>
      )}
    </SheetButton>
  );
}

type StepButtonProps = {
  label: string;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** `disabled` would drop the focus at either end. */
function StepButton({ label, disabled, onPress, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onPress()}
      className="button grid h-12 w-18 place-items-center rounded-button"
    >
      {children}
    </button>
  );
}
