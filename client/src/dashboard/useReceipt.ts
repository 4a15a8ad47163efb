import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { z } from 'zod';
import { receipt } from '#shared/order.ts';
import { call } from '../api/client.ts';
import { useWayBack } from '../ui/useWayBack.ts';

const receiptReply = z.object({ receipt });

/** Where the receipt of an order is, also for a letter. */
export const receiptPath = (orderId: string) => `/dashboard?receipt=${encodeURIComponent(orderId)}`;

/** The receipt that the address asks for; `id` stays while its sheet goes down. */
export function useReceiptLayer(): { open: boolean; id: string; close: () => void } {
  const asked = new URLSearchParams(useSearch()).get('receipt') ?? '';
  const [id, setId] = useState(asked);
  if (asked !== '' && asked !== id) setId(asked);
  return { open: asked !== '', id, close: useWayBack(asked !== '', '/dashboard') };
}

/** Asked for each time it is opened: what became of the money may have changed. */
export const useReceipt = (id: string, open: boolean) =>
  useQuery({
    queryKey: ['/api/orders', id, 'receipt'],
    queryFn: ({ signal }) =>
      call('GET', `/api/orders/${encodeURIComponent(id)}/receipt`, {
        schema: receiptReply,
        signal,
      }),
    select: (reply) => reply.receipt,
    enabled: open,
    staleTime: 0,
  });
