import type { Recorded } from '../../playback/recorded.ts';

export function LiveEdge({ mixing }: Pick<Recorded, 'mixing'>) {
  return (
    <p className="mt-4 border-t-[3px] border-air pt-3 font-bold text-air">
      {mixing === 'later' ? 'Recording the next line' : 'That was the last line'}
    </p>
  );
}
