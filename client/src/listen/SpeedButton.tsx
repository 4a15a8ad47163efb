import { useState } from 'react';
import { type Player, SPEEDS } from '../ui/player.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { usePlaying } from '../ui/usePlaying.ts';

const NAMES = SPEEDS.map((speed) => `${speed}×`);

export function SpeedButton({ player }: { player: Player }) {
  const [open, setOpen] = useState(false);
  const rate = usePlaying(player, (playing) => playing.rate);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Speed, ${rate}×`}
        onClick={() => setOpen(true)}
        className="button h-11 w-16 shrink-0 max-[360px]:w-13 rounded-chip font-bold"
      >
        {rate}×
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="How fast?">
        <SegmentedControl
          label="Speed"
          name="speed"
          values={NAMES}
          value={`${rate}×`}
          onChange={(name) => player.setRate(SPEEDS[NAMES.indexOf(name)] ?? 1)}
          columns={3}
        />
      </Sheet>
    </>
  );
}
