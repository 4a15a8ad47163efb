import { useHistoryState } from 'wouter/use-browser-location';
import { DURATIONS, type Duration } from '#shared/pricing.ts';
import { isRecord } from './client.ts';

/** An order whose buyer has to sign in first. */
export type KeptOrder = {
  draftId: string;
  topic: string;
  duration: Duration;
  /** US cents. */
  total: number;
};

/**
 * History state that takes the order from the form to the sign-in and back. It is not in the
 * address, because no link may place an order. It survives a reload, and no other tab has it.
 */
export const carry = (keptOrder: KeptOrder) => ({ keptOrder });

/** Null while the page is prerendered. */
export function useKeptOrder(): KeptOrder | null {
  const state: unknown = useHistoryState();
  const kept = isRecord(state) ? state.keptOrder : null;
  if (!isRecord(kept)) return null;
  const { draftId, topic, total } = kept;
  const duration = DURATIONS.find((known) => known === kept.duration);
  const isComplete =
    typeof draftId === 'string' && typeof topic === 'string' && typeof total === 'number';
  return isComplete && duration ? { draftId, topic, duration, total } : null;
}
