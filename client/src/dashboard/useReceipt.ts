import { useState } from 'react';
import { useSearch } from 'wouter';
import { useWayBack } from '../ui/useWayBack.ts';

/** The link to an order's receipt, also in emails. */
export const receiptPath = (orderId: string) => `/dashboard?receipt=${encodeURIComponent(orderId)}`;

/** The receipt that the address asks for; `id` stays while its sheet closes. */
export function useReceiptLayer(): { open: boolean; id: string; close: () => void } {
  const asked = new URLSearchParams(useSearch()).get('receipt') ?? '';
  const [id, setId] = useState(asked);
  if (asked !== '' && asked !== id) setId(asked);
  return { open: asked !== '', id, close: useWayBack(asked !== '', '/dashboard') };
}
