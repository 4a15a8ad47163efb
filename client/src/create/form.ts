import type { Control } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import { ApiError } from '../api/client.ts';
import { lazyResolver } from '../ui/lazyResolver.ts';
import type { DraftValues } from './draft.ts';

/** The form holds the draft; the shared schema reads the request from it (`checks.ts`). */
export type OrderForm = DraftValues;
export type OrderControl = Control<OrderForm, unknown, OrderRequest>;

/** Checks the form before it is sent. */
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

/** The field of a problem that names none, by its code. */
const FIELD_OF: Record<string, (typeof FIELDS)[number]> = {
  topic_refused: 'topic',
  discount_refused: 'discountCode',
};

/** The server's errors by field, in the order of the form; empty when they concern no field. */
export function fieldErrorsOf(error: unknown): { name: keyof OrderForm; message: string }[] {
  if (!(error instanceof ApiError) || !error.problem) return [];
  const { fields, code, message } = error.problem;
  const named = FIELDS.flatMap((name) => {
    const refusal = fields[name];
    return refusal === undefined ? [] : [{ name, message: refusal }];
  });
  const field = FIELD_OF[code];
  if (named.length > 0 || !field) return named;
  return [{ name: field, message }];
}
