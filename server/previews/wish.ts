import type { podcasts, previews } from '../db/tables.ts';

/** What is wanted of a preview and not there yet. */
export interface Wish {
  /** Minutes whose chapters are to be planned. */
  lengths: number[];
  isTextDone: boolean;
  wantsSound: boolean;
}

type Asked = Pick<typeof previews.$inferSelect, 'lengths' | 'plans' | 'soundAskedAt' | 'seconds'> &
  Pick<typeof podcasts.$inferSelect, 'summary'>;

export function wishIn({ lengths, plans, soundAskedAt, seconds, summary }: Asked): Wish {
  return {
    lengths: lengths.filter((minutes) => !plans[minutes]),
    isTextDone: summary !== null,
    wantsSound: soundAskedAt !== null && seconds === null,
  };
}

export const isOpen = ({ lengths, isTextDone, wantsSound }: Wish): boolean =>
  lengths.length > 0 || !isTextDone || wantsSound;
