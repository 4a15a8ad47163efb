import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '#shared/config.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { isRecord, read, shape } from './client.ts';
import { keys } from './keys.ts';
import { useSales } from './sales.ts';

const clientConfig = shape((value): value is ClientConfig => isRecord(value));

export const configQuery = queryOptions({ queryKey: keys.config, queryFn: read(clientConfig) });

/** Whether the script's writer is known to be a stand-in. */
export const useDemoWriter = (): boolean => useConfig()?.standins.includes('OpenAI') ?? false;

/** The configuration of this installation; null until it is known, or when nobody answers. */
export function useConfig(): ClientConfig | null {
  const { data } = useQuery(configQuery);
  // The prerendered HTML was made without it, and hydration has to meet the same.
  return useHydrated() ? (data ?? null) : null;
}

/**
 * Whether emails are sent. A house may send none, so there they are promised only once it is known that
 * it does.
 */
export function useSendsEmail(): boolean {
  const sells = useSales();
  return useConfig()?.sendsEmail ?? sells;
}

/** Whether one can sign in with Google, which a house may do without. */
export function useHasGoogle(): boolean {
  const sells = useSales();
  return Boolean(useConfig()?.firebase) || sells;
}
