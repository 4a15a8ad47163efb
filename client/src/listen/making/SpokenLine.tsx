import type { SpokenLines } from '#shared/episode.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { classes } from '../../ui/classes.ts';

type SpokenLineProps = {
  line: SpokenLines['lines'][number];
  /** Only the first line without sound says so on the screen. */
  isFirst: boolean;
};

/** A line that has been spoken but is in no part yet. */
export function SpokenLine({ line: { side, speaker, body }, isFirst }: SpokenLineProps) {
  const isA = side === 'A';
  return (
    <li
      data-side={side}
      className={classes(
        'py-2.5 transition-[opacity,translate] duration-300 motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0',
        !isA && 'pl-[34px]',
      )}
    >
      <span className={classes('flex items-center gap-2 font-bold', isA ? 'text-a' : 'text-b')}>
        <SpeakerMark side={side} /> {speaker}
        <span className={isFirst ? 'ml-auto text-meta font-normal text-soft' : 'sr-only'}>
          sound in a moment
        </span>
      </span>
      <span dir="auto" className="block text-[1.125rem] leading-[1.42] text-soft">
        {body}
      </span>
    </li>
  );
}
