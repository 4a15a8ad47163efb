import { useConfig } from '../api/config.ts';
import { useMayAsk } from './useMayAsk.ts';

/** Whether this visitor may have episodes made, or an account to do so. */
export function useMayMake(): boolean {
  const mayAsk = useMayAsk();
  return Boolean(useConfig()?.house?.signups) || mayAsk;
}
