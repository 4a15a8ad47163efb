import type { Control } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import { ApiError } from '../api/client.ts';
import { lazyResolver } from '../ui/lazyResolver.ts';
import type { DraftValues } from './draft.ts';

/** The form holds the draft; what is sent is read from it by the shared schema (`checks.ts`). */
export type OrderForm = DraftValues;
export type OrderControl = Control<OrderForm, unknown, OrderRequest>;

/** What the form says before it is sent. */
export const checks = lazyResolver<OrderForm, OrderRequest>(
  async () => (await import('./checks.ts')).readOrder,
);

const FIELDS = [
  'topic',
  'voice1Id',
  'voice2Id',
  'duration',
  'tone',
  'style',
  'email',
  'discountCode',
] as const satisfies readonly (keyof OrderForm)[];

/** Refusals that name no field but have one place on the page. */
const PLACE_OF: Record<string, (typeof FIELDS)[number]> = {
  topic_refused: 'topic',
  discount_refused: 'discountCode',
};

/** Where on the page a refusal belongs, first field first; empty when it belongs to none. */
export function complaintsOf(error: unknown): { name: keyof OrderForm; message: string }[] {
  if (!(error instanceof ApiError) || !error.problem) return [];
  const { fields, code, message } = error.problem;
  const named = FIELDS.flatMap((name) => {
    const complaint = fields[name];
    return complaint === undefined ? [] : [{ name, message: complaint }];
  });
  const place = PLACE_OF[code];
  if (named.length > 0 || !place) return named;
  return [{ name: place, message }];
}
