import { useAuth } from '../auth/session.tsx';
import { useSales } from '../sales.ts';

/** Whether this visitor may ask for what providers do at once: a house does it for its accounts alone. */
export function useMayAsk(): boolean {
  const sells = useSales();
  const { user } = useAuth();
  return sells || user !== null;
}
