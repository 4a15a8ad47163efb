import { useSignups } from '../auth/useSignups.ts';
import { useMayAsk } from './useMayAsk.ts';

/** Whether this visitor may have episodes made, or an account to do so. */
export function useMayMake(): boolean {
  const { areOpen } = useSignups();
  const mayAsk = useMayAsk();
  return mayAsk || areOpen === true;
}
