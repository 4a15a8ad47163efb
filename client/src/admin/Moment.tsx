import { momentOf } from './words.ts';

/** A point in time as the admin's own clock shows it. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {momentOf(at, new Date())}
    </time>
  );
}
