import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { orderQuery } from '../api/orders.ts';
import { useAuth } from '../api/session/session.tsx';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { afterOrder } from './placeOrder.ts';
import { prefillFrom } from './prefill.ts';

/** Null until it is known whether the draft's order was paid: what is bought must not reappear. */
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

  // The link's values are in the draft now; a reload must not undo later changes. Read once: the
  // next screen's address may have a query, too.
  const [arrivedByLink] = useState(search.size > 0);
  useEffect(() => {
    if (settled) writeDraft(settled);
  }, [settled]);
  useEffect(() => {
    // Keeps what else the history entry carries.
    if (settled && arrivedByLink) navigate('/create', { replace: true, state: history.state });
  }, [settled, arrivedByLink, navigate]);

  return settled;
}
