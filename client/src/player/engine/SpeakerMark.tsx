import { classes } from '../../ui/classes.ts';

/** A faces right and B left, so that colour is not the only cue. */
export function SpeakerMark({ side, className }: { side: 'A' | 'B'; className?: string }) {
  return (
    <svg
      aria-hidden
      width="13"
      height="14"
      viewBox="0 0 13 14"
      className={classes('inline-block shrink-0', side === 'A' ? 'fill-a' : 'fill-b', className)}
    >
      <path
        d="M1.5 0H6a7 7 0 0 1 0 14H1.5A1.5 1.5 0 0 1 0 12.5V1.5A1.5 1.5 0 0 1 1.5 0Z"
        transform={side === 'B' ? 'matrix(-1 0 0 1 13 0)' : undefined}
      />
    </svg>
  );
}
