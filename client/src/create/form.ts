import type { Control } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import { lazyResolver } from '../ui/lazyResolver.ts';
import type { DraftValues } from './draft.ts';

export type OrderForm = DraftValues;
export type OrderControl = Control<OrderForm, unknown, OrderRequest>;

export const orderResolver = lazyResolver<OrderForm, OrderRequest>(
  async () => (await import('./orderResolver.ts')).resolveOrder,
);

/** In the order of the form. A length has no place for an error; a toast shows it. */
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

/** The field of a problem that names none, by the problem's code. */
export const FIELD_OF: Record<string, (typeof FIELDS)[number]> = {
  topic_refused: 'topic',
  discount_refused: 'discountCode',
};
