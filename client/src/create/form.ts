import type { Control } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import { lazyResolver } from '../ui/lazyResolver.ts';
import type { DraftValues } from './draft.ts';

/** The form holds the draft; the shared schema reads the request from it (`orderResolver.ts`). */
export type OrderForm = DraftValues;
export type OrderControl = Control<OrderForm, unknown, OrderRequest>;

export const orderResolver = lazyResolver<OrderForm, OrderRequest>(
  async () => (await import('./orderResolver.ts')).resolveOrder,
);

/**
 * What the server may complain of, in the order of the form. The lengths are chosen from a list and have no
 * place for an error: that a house has too few minutes for one is said in a toast, and beside the button.
 */
export const FIELDS = [
  'topic',
  'sources',
  'voice1Id',
  'voice2Id',
  'tone',
  'style',
  'email',
  'discountCode',
] as const satisfies readonly (keyof OrderForm)[];

/** The field of a problem that names none, by its code. */
export const FIELD_OF: Record<string, (typeof FIELDS)[number]> = {
  topic_refused: 'topic',
  discount_refused: 'discountCode',
};
