import { useQuery } from '@tanstack/react-query';
import type { MinutesReply } from '#shared/minutes.ts';
import { minutesQuery } from '../../api/account.ts';
import { useConfig } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';

type Signups = {
  /** Null in a house until it is known. */
  areOpen: boolean | null;
  /** There is no account yet: the first one needs the code that the server printed. */
  needSetupCode: boolean;
};

export function useSignups(): Signups {
  const sells = useSales();
  const house = useConfig()?.house;
  const needSetupCode = !sells && house?.needsSetupCode === true;
  return { areOpen: sells || (house ? house.signups || needSetupCode : null), needSetupCode };
}

/** Whether providers may work for this visitor at once: a house does it for its accounts alone. */
export function useMayAsk(): boolean {
  const sells = useSales();
  const { user } = useAuth();
  return sells || user !== null;
}

/** Whether this visitor may have episodes made, now or after registering. */
export function useMayMake(): boolean {
  const { areOpen } = useSignups();
  const mayAsk = useMayAsk();
  return mayAsk || areOpen === true;
}

/** The account's minutes this month; null where they are not counted, or not known. */
export function useMinutes(): MinutesReply | null {
  const sells = useSales();
  const { user } = useAuth();
  return useQuery({ ...minutesQuery, enabled: !sells && user !== null }).data ?? null;
}

const remainingMinutes = ({ used, limit }: MinutesReply) => Math.max(0, limit - used);

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
