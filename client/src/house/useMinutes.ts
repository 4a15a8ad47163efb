import { useQuery } from '@tanstack/react-query';
import type { MinutesReply } from '#shared/minutes.ts';
import { minutesQuery } from '../api/minutes.ts';
import { useAuth } from '../auth/session.tsx';
import { useSales } from '../sales.ts';

/** The minutes of the account in this month; null where they are not counted, or not known. */
export function useMinutes(): MinutesReply | null {
  const sells = useSales();
  const { user } = useAuth();
  return useQuery({ ...minutesQuery, enabled: !sells && user !== null }).data ?? null;
}
