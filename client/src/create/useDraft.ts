import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { orderQuery } from '../api/orders.ts';
import { useAuth } from '../api/session/session.tsx';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { afterOrder } from './placeOrder.ts';
import { prefillFrom } from './prefill.ts';

/**
 * The draft to open the form with; null until it is known whether its order was paid, so that nobody
 * finds the form filled in with an episode they have bought already.
 */
export function useDraft(): Draft | null {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { user, isLoading } = useAuth();
  const [found] = useState(readDraft);
  const [fromLink] = useState(() => prefillFrom(search));
  const [settled, setSettled] = useState<Draft | null>(() =>
    found.orderId === null ? afterOrder(found, null, fromLink) : null,
  );

  const asks = settled === null && user !== null;
  const order = useQuery({ ...orderQuery(found.orderId ?? ''), enabled: asks });
  const answered = asks ? !order.isFetching && !order.isPending : !isLoading;
  const placed = order.data?.order ?? null;
  useEffect(() => {
    if (settled === null && answered) setSettled(afterOrder(found, placed, fromLink));
  }, [settled, answered, placed, found, fromLink]);

  // The link's values are in the draft now; a reload must not undo what the visitor changed since.
  // Read once: the next screen's address may have a query, too.
  const [arrivedByLink] = useState(search.size > 0);
  useEffect(() => {
    if (settled) writeDraft(settled);
  }, [settled]);
  useEffect(() => {
    // What else the entry carries stays with it.
    if (settled && arrivedByLink) navigate('/create', { replace: true, state: history.state });
  }, [settled, arrivedByLink, navigate]);

  return settled;
}
