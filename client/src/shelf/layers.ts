import { useState } from 'react';
import { useSearch } from 'wouter';
import { useCloseViaHistory } from '../ui/useCloseViaHistory.ts';

export const PANEL_PATH = '/dashboard?panel=account';
export const FEED_PATH = '/dashboard?panel=feed';

/** Also linked from emails. */
export const receiptPath = (orderId: string) => `/dashboard?receipt=${encodeURIComponent(orderId)}`;

/** `shown` is what was last asked for: it stays while the sheet closes, empty before it opens. */
export function useLayer(parameter: 'panel' | 'receipt', only?: string) {
  const value = new URLSearchParams(useSearch()).get(parameter) ?? '';
  const asked = only === undefined || value === only ? value : '';
  const open = asked !== '';
  const [shown, setShown] = useState(asked);
  if (open && asked !== shown) setShown(asked);
  return { open, shown, close: useCloseViaHistory(open, '/dashboard') };
}
