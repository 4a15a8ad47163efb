import { useState } from 'react';
import { useSearch } from 'wouter';
import { useCloseViaHistory } from '../ui/useCloseViaHistory.ts';

export const PANEL_PATH = '/dashboard?panel=account';
export const FEED_PATH = '/dashboard?panel=feed';

/** The link to an order's receipt, also in emails. */
export const receiptPath = (orderId: string) => `/dashboard?receipt=${encodeURIComponent(orderId)}`;

/**
 * A sheet that is open when the address asks for it: it can be linked to, and Back closes it. `shown`
 * is what was asked for last: it stays while the sheet closes, and is empty before it first opens.
 */
export function useLayer(parameter: 'panel' | 'receipt', only?: string) {
  const value = new URLSearchParams(useSearch()).get(parameter) ?? '';
  const asked = only === undefined || value === only ? value : '';
  const open = asked !== '';
  const [shown, setShown] = useState(asked);
  if (open && asked !== shown) setShown(asked);
  return { open, shown, close: useCloseViaHistory(open, '/dashboard') };
}
