import type { MinutesReply } from '#shared/minutes.ts';

export const remainingMinutes = ({ used, limit }: MinutesReply): number =>
  Math.max(0, limit - used);

export function leftWords(minutes: MinutesReply): string {
  const left = remainingMinutes(minutes);
  const amount = left > 0 ? `${left} of ${minutes.limit}` : 'No';
  return `${amount} minutes left until ${resetDay(minutes)}`;
}

/** Why an episode of `duration` minutes cannot be made this month; null if it can. */
export function fewWords(minutes: MinutesReply, duration: number): string | null {
  const left = remainingMinutes(minutes);
  const day = resetDay(minutes);
  if (left >= duration) return null;
  if (left === 0) return `This month’s minutes are used up. You get new ones on ${day}.`;
  const amount = left === 1 ? '1 minute is' : `${left} minutes are`;
  return `Only ${amount} left until ${day}, too few for this length.`;
}

/** In UTC, in which months are counted. */
const resetDay = ({ resetsAt }: MinutesReply): string =>
  new Date(resetsAt).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
