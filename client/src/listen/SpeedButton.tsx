import { type Player, SPEEDS } from '../ui/player.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { SheetButton } from '../ui/SheetButton.tsx';
import { usePlaying } from '../ui/usePlaying.ts';

const NAMES = SPEEDS.map((speed) => `${speed}×`);

export function SpeedButton({ player }: { player: Player }) {
  const rate = usePlaying(player, (playing) => playing.rate);
  return (
    <SheetButton
      face={`${rate}×`}
      label={`Speed, ${rate}×`}
      className="button h-11 w-16 shrink-0 max-[360px]:w-13 rounded-chip font-bold"
      title="How fast?"
    >
      <SegmentedControl
        label="Speed"
        name="speed"
        values={NAMES}
        value={`${rate}×`}
        onChange={(name) => player.setRate(SPEEDS[NAMES.indexOf(name)] ?? 1)}
        columns={3}
      />
    </SheetButton>
  );
}
