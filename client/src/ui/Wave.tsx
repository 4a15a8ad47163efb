import { useId, useMemo } from 'react';
import { drawDuet, imagineTurns, seedOf, type Turn } from '#shared/wave.ts';
import { classes } from './classes.ts';
import { useHydrated } from './hydrated.ts';

type WaveProps = {
  /** The real turns; without them, imagined ones are drawn from the seed. */
  turns?: readonly Turn[] | undefined;
  /** The episode's public id, so that an episode looks the same everywhere. */
  seed: string;
  /** Size of the drawing in px; on the page it fills the width of its parent. */
  width?: number | undefined;
  height?: number | undefined;
  /** Fraction drawn in full colour, 0 to 1. */
  played?: number | undefined;
  /** Fraction drawn in a fainter colour as far as it goes beyond what is played, 0 to 1. */
  recorded?: number | undefined;
  /** Colour of the playhead: `ink` while playing, `air` at the end of what is recorded. */
  head?: 'ink' | 'air' | undefined;
  className?: string | undefined;
};

/** Both hosts' waves on one centre line. Hidden from screen readers: state its meaning in text. */
export function Wave(props: WaveProps) {
  const {
    turns,
    seed,
    width = 350,
    height = 64,
    played = 1,
    recorded = 0,
    head,
    className,
  } = props;
  const id = useId();
  // Not in prerendered HTML, where the path data would outweigh all the text.
  const drawn = useHydrated();
  const { a, b } = useMemo(() => {
    if (!drawn) return { a: '', b: '' };
    const number = seedOf(seed);
    const talk = turns ?? imagineTurns(number, Math.max(4, Math.round(width / 44)));
    return drawDuet(talk, { seed: number, width, height });
  }, [drawn, turns, seed, width, height]);
  const at = (fraction: number) => Math.min(1, Math.max(0, fraction)) * width;
  const now = at(head === 'air' ? Math.max(played, recorded) : played);

  return (
    <div aria-hidden className={classes('relative', className)} style={{ height }}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block size-full"
        role="presentation"
      >
        <defs>
          <clipPath id={`${id}-a`}>
            <path d={a} />
          </clipPath>
          <clipPath id={`${id}-played`}>
            <rect width={at(played)} height={height} />
          </clipPath>
          <clipPath id={`${id}-recorded`}>
            <rect width={at(recorded)} height={height} />
          </clipPath>
          <g id={`${id}-talk`}>
            <path d={a} fill="var(--wa)" />
            <path d={b} fill="var(--wb)" />
            <path d={b} fill="var(--meet)" clipPath={`url(#${id}-a)`} />
          </g>
        </defs>
        <rect y={height / 2 - 0.75} width={width} height="1.5" fill="var(--rim)" opacity=".55" />
        {played < 1 && <use href={`#${id}-talk`} opacity="var(--dim)" />}
        {recorded > played && (
          // Over the dim wave this is three fifths of the full colour.
          <use href={`#${id}-talk`} clipPath={`url(#${id}-recorded)`} opacity=".4" />
        )}
        {played > 0 && <use href={`#${id}-talk`} clipPath={`url(#${id}-played)`} />}
      </svg>
      {head && (
        <span
          className={classes(
            'absolute -inset-y-0.5 w-[3px] -translate-x-1/2 rounded-full',
            head === 'air' ? 'bg-air' : 'bg-ink',
          )}
          style={{ left: `${(now / width) * 100}%` }}
        />
      )}
    </div>
  );
}
