import { useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '#shared/config.ts';
import { useHydrated } from './ui/hydrated.ts';

/** What this installation is made of, asked for once; null until it is known, or when nobody answers. */
export function useConfig(): ClientConfig | null {
  const { data } = useQuery<ClientConfig>({ queryKey: ['/api/config'] });
  // The answer may be here before React has taken over the HTML of a page, which was made without.
  return useHydrated() ? (data ?? null) : null;
}
