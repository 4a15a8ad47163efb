import { clock } from '#shared/clock.ts';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import type { Recorded } from '../../player/recorded.ts';

type RecordingSoFarProps = {
  player: Player;
  tape: Recorded;
  left: string | null;
};

const FIRST = 'The sound starts with the first line.';
const NEXT = 'You’ve caught up. It goes on as they talk.';

export function RecordingSoFar({ player, tape: { spoken, whole }, left }: RecordingSoFarProps) {
  const waits = usePlaying(
    player,
    ({ hasCaughtUp, time }) => hasCaughtUp && (time > 0 ? NEXT : FIRST),
  );
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        aria-hidden
        className="size-2.5 shrink-0 animate-[pulsate_2.4s_ease-in-out_infinite] rounded-full bg-air motion-reduce:animate-none"
      />
      <span role="status" className={waits ? undefined : 'sr-only'}>
        {waits}
      </span>
      {!waits && (
        <span className="truncate font-normal text-soft tabular-nums">
          <strong className="text-ink">{clock(spoken)}</strong> of {clock(whole)}
          {left && (
            // On a line of its own where the player is one row.
            <>
              <span className="lg:hidden">, </span>
              <span className="lg:block lg:text-meta lg:first-letter:uppercase">
                {left.charAt(0).toLowerCase() + left.slice(1)}
              </span>
            </>
          )}
        </span>
      )}
    </span>
  );
}
