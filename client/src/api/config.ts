import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '#shared/config.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { isRecord, read, shape } from './client.ts';
import { keys } from './keys.ts';
import { useSales } from './sales.ts';

const clientConfig = shape((value): value is ClientConfig => isRecord(value));

export const configQuery = queryOptions({ queryKey: keys.config, queryFn: read(clientConfig) });

export const useDemoWriter = (): boolean => useConfig()?.standins.includes('OpenAI') ?? false;

/** Null until it is known, or if nobody answers. */
export function useConfig(): ClientConfig | null {
  const { data } = useQuery(configQuery);
  // The prerendered HTML was made without it, and hydration must match.
  return useHydrated() ? (data ?? null) : null;
}

/** A house may send no emails, so there they are promised only once it is known that it does. */
export function useSendsEmail(): boolean {
  const sells = useSales();
  return useConfig()?.sendsEmail ?? sells;
}

export function useHasGoogle(): boolean {
  const sells = useSales();
  return Boolean(useConfig()?.firebase) || sells;
}
