import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { spokenClock } from './clock.ts';
import type { Player } from './player.ts';
import { usePlaying } from './usePlaying.ts';
import { Wave } from './Wave.tsx';
import type { Turn } from './wave.ts';

type PlaceSliderProps = {
  player: Player;
  /** Says what is sought in: `Place in the episode`. */
  label: string;
  seed: string;
  turns?: readonly Turn[] | undefined;
  /** Size of the wave in px, as for `Wave`. */
  width: number;
  height: number;
  /** Not begun yet: the whole wave in full colour, with no head. */
  resting?: boolean | undefined;
  /** Shows the times below: where it is, or would be when the finger lifts, and the whole; seconds. */
  children: (now: number, duration: number) => ReactNode;
};

const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

/** A conversation as its own scroll bar: drag it, or use the arrow keys. */
export function PositionSlider(props: PlaceSliderProps) {
  const { player, label, seed, turns, width, height, resting, children } = props;
  const time = usePlaying(player, (playing) => playing.time);
  const duration = usePlaying(player, (playing) => playing.duration);
  const buffered = usePlaying(player, (playing) => playing.buffered);
  /** Where the finger is, while it is down; the sound follows when it lifts. */
  const [held, setHeld] = useState<number | null>(null);
  const now = held ?? time;
  const isWhole = resting && held === null;

  const under = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration : 0;
  };
  const handlePress = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) player.seekBy(step);
    else if (event.key === 'Home') player.seek(0);
    else if (event.key === 'End') player.seek(duration);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(now)}
        aria-valuetext={`${spokenClock(now)} of ${spokenClock(duration)}`}
        onKeyDown={handlePress}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setHeld(under(event));
        }}
        onPointerMove={(event) => held !== null && setHeld(under(event))}
        onPointerUp={(event) => {
          if (held !== null) player.seek(under(event));
          setHeld(null);
        }}
        onPointerCancel={() => setHeld(null)}
        className="relative cursor-pointer touch-none py-1 outline-offset-[-3px] select-none"
      >
        <Wave
          turns={turns}
          seed={seed}
          width={width}
          height={height}
          played={isWhole ? 1 : duration > 0 ? now / duration : 0}
          head={isWhole ? undefined : 'ink'}
        />
        {/* How far the sound has arrived. */}
        {duration > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute bottom-0 left-0 h-[3px] rounded-r-full bg-rim"
            style={{ width: `${Math.min(1, buffered / duration) * 100}%` }}
          />
        )}
      </div>
      {children(now, duration)}
    </>
  );
}
