import { useQuery } from '@tanstack/react-query';
import type { MinutesReply } from '#shared/minutes.ts';
import { minutesQuery } from '../../api/minutes.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useSignups } from '../auth/useSignups.ts';

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
