import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawWave, type EpisodeWave } from '#shared/wave.ts';
import { classes } from '../../ui/classes.ts';
import { useHydrated } from '../../ui/hydrated.ts';

type WaveProps = {
  /** The real conversation; without it, an imagined one is drawn from the seed. */
  wave?: EpisodeWave | null | undefined;
  /** A stable id of the episode, so that an imagined conversation always looks the same. */
  seed: string;
  /** Px. It is as wide as its parent, and a wider one has more turns. */
  height?: number | undefined;
  /** Fraction drawn in full colour, 0 to 1. */
  played?: number | undefined;
  /** Fraction drawn in a fainter colour beyond `played`, 0 to 1. */
  recorded?: number | undefined;
  /** `ink` is the playhead; `air` marks the end of what is recorded. */
  head?: 'ink' | 'air' | 'both' | undefined;
  chapters?: boolean | undefined;
  className?: string | undefined;
};

/** Hidden from screen readers: say in text what it shows. */
export function Wave(props: WaveProps) {
  const { wave, seed, height = 64, played = 1, recorded = 0, head, chapters, className } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  /** Of the frame, in px; null until it is measured, before the first paint. */
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const measured = frame.current;
    if (!measured) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured;
      setSize((last) =>
        last?.width === width && last.height === height ? last : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  // Not in prerendered HTML, where the path data would outweigh all the text.
  const drawn = useHydrated();
  const { a, b } = useMemo(
    () => (drawn && size?.width ? drawWave(wave, { seed, ...size }) : { a: '', b: '' }),
    [drawn, wave, seed, size],
  );
  const share = (fraction: number) => `${Math.min(1, Math.max(0, fraction)) * 100}%`;

  return (
    <div ref={frame} aria-hidden className={classes('relative', className)} style={{ height }}>
      <svg className="block size-full" role="presentation">
        <defs>
          <clipPath id={`${id}-a`}>
            <path d={a} />
          </clipPath>
          <clipPath id={`${id}-played`}>
            <rect width={share(played)} height="100%" />
          </clipPath>
          <clipPath id={`${id}-recorded`}>
            <rect width={share(recorded)} height="100%" />
          </clipPath>
          <g id={`${id}-talk`}>
            <path d={a} fill="var(--wa)" />
            <path d={b} fill="var(--wb)" />
            <path d={b} fill="var(--meet)" clipPath={`url(#${id}-a)`} />
          </g>
        </defs>
        <rect
          y="50%"
          width="100%"
          height="1.5"
          fill="var(--rim)"
          opacity=".55"
          transform="translate(0 -.75)"
        />
        {played < 1 && <use href={`#${id}-talk`} opacity="var(--dim)" />}
        {recorded > played && (
          // Over the dim wave this is three fifths of the full colour.
          <use href={`#${id}-talk`} clipPath={`url(#${id}-recorded)`} opacity=".4" />
        )}
        {played > 0 && <use href={`#${id}-talk`} clipPath={`url(#${id}-played)`} />}
      </svg>
      {chapters &&
        wave?.chapters.map((start) => (
          <span
            key={start}
            className="absolute bottom-0 h-1.5 w-px bg-ink"
            style={{ left: share(start) }}
          />
        ))}
      {(head === 'air' || head === 'both') && (
        <Head className="bg-air" at={share(Math.max(played, recorded))} />
      )}
      {(head === 'ink' || head === 'both') && <Head className="bg-ink" at={share(played)} />}
    </div>
  );
}

function Head({ at, className }: { at: string; className: string }) {
  return (
    <span
      className={classes('absolute -inset-y-0.5 w-[3px] -translate-x-1/2 rounded-full', className)}
      // Stays whole at either end, where the wave may touch the edge of the screen.
      style={{ left: `clamp(1.5px, ${at}, 100% - 1.5px)` }}
    />
  );
}
