import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { orderQuery } from '../api/orders.ts';
import { useAuth } from '../auth/session.tsx';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { afterOrder } from './place.ts';
import { prefillFrom } from './prefill.ts';

/**
 * The draft to open the form with, null while it is not known whether its order was paid:
 * nobody should find the form still full of an episode they have already bought.
 */
export function useDraft(): Draft | null {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { user, isLoading } = useAuth();
  const [found] = useState(readDraft);
  const [wishes] = useState(() => prefillFrom(search));
  const [settled, setSettled] = useState<Draft | null>(() =>
    found.orderId === null ? afterOrder(found, null, wishes) : null,
  );

  const asks = settled === null && user !== null;
  const order = useQuery({ ...orderQuery(found.orderId ?? ''), enabled: asks });
  const answered = asks ? !order.isFetching && !order.isPending : !isLoading;
  const placed = order.data?.order ?? null;
  useEffect(() => {
    if (settled === null && answered) setSettled(afterOrder(found, placed, wishes));
  }, [settled, answered, placed, found, wishes]);

  // The wishes are in the draft now; a reload must not undo what the visitor changed since.
  // Asked once: the next screen's address may have a query too.
  const [arrivedByLink] = useState(search.size > 0);
  useEffect(() => {
    if (settled) writeDraft(settled);
  }, [settled]);
  useEffect(() => {
    if (settled && arrivedByLink) navigate('/create', { replace: true });
  }, [settled, arrivedByLink, navigate]);

  return settled;
}
