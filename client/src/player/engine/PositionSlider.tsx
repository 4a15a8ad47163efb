import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { clock, spokenClock, wholeSeconds } from '#shared/clock.ts';
import type { EpisodeWave } from '#shared/wave.ts';
import { classes } from '../../ui/classes.ts';
import type { Player } from './player.ts';
import { lastStarted } from './started.ts';
import { usePlaying } from './usePlaying.ts';
import { Wave } from './Wave.tsx';

type Chapter = { startTime: number; title: string };

type PositionSliderProps = {
  player: Player;
  label: string;
  wave: EpisodeWave | null | undefined;
  seed: string;
  height: number;
  chapters?: readonly Chapter[] | undefined;
  /** Fraction recorded so far while the episode is being made, 0 to 1. */
  recorded?: number | undefined;
  className?: string | undefined;
  /** Draws the whole wave in full colour, without a playhead, before the first play. */
  resting?: boolean | undefined;
  /** Renders the times below, in seconds; `now` is the drag target while dragging. */
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

export function PositionSlider(props: PositionSliderProps) {
  const { player, label, wave, seed, height, chapters, recorded, className, resting, children } =
    props;
  const time = usePlaying(player, (playing) => playing.time);
  const duration = usePlaying(player, (playing) => playing.duration);
  /** Drag target in seconds; the seek happens on release. */
  const [dragTo, setDragTo] = useState<number | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const pointed = dragTo ?? hover;
  const now = dragTo ?? time;
  const isWhole = resting && dragTo === null;

  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration : 0;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
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
        aria-valuemax={wholeSeconds(duration)}
        aria-valuenow={wholeSeconds(now)}
        aria-valuetext={`${spokenClock(now)} of ${spokenClock(duration)}`}
        onKeyDown={handleKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setDragTo(timeAt(event));
        }}
        onPointerMove={(event) => {
          if (dragTo !== null) setDragTo(timeAt(event));
          else if (event.pointerType === 'mouse') setHover(timeAt(event));
        }}
        onPointerLeave={() => setHover(null)}
        onPointerUp={(event) => {
          if (dragTo !== null) player.seek(timeAt(event));
          setDragTo(null);
          setHover(null);
        }}
        onPointerCancel={() => setDragTo(null)}
        className={classes(
          'relative cursor-pointer touch-none py-1 outline-offset-[-3px] select-none',
          className,
        )}
      >
        <Wave
          wave={wave}
          seed={seed}
          height={height}
          chapters={chapters !== undefined}
          played={isWhole ? 1 : duration > 0 ? now / duration : 0}
          recorded={recorded}
          head={isWhole ? undefined : recorded === undefined ? 'ink' : 'both'}
        />
        {pointed !== null && duration > 0 && (
          <Bubble time={pointed} share={pointed / duration} chapters={chapters} />
        )}
      </div>
      {children(now, duration)}
    </>
  );
}

type BubbleProps = Pick<PositionSliderProps, 'chapters'> & { time: number; share: number };

function Bubble({ time, share, chapters = [] }: BubbleProps) {
  const title = chapters[lastStarted(chapters, time)]?.title;
  const at = `${share * 100}%`;
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-1 w-px bg-ink"
        style={{ left: at }}
      />
      <span
        aria-hidden
        // Shifted left by its share of its own width, it never leaves the wave.
        className="pointer-events-none absolute bottom-full z-10 mb-1 flex max-w-72 items-baseline gap-2 rounded-chip bg-ink px-3 py-1.5 text-meta text-ground"
        style={{ left: at, translate: `-${at} 0` }}
      >
        <span className="font-bold tabular-nums">{clock(time)}</span>
        {title && <bdi className="truncate">{title}</bdi>}
      </span>
    </>
  );
}
