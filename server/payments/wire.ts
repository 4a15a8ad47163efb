import { z } from 'zod';
import type { Adjustment, PaymentEvent, Transaction } from './payments.ts';

/*
 * Paddle's wire, read with our own eyes: the SDK's classes throw a TypeError for an event without
 * items or payments, and rename keys.
 */

/** Amounts travel as strings in the lowest denomination. */
const cents = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const transaction = z
  .object({
    id: z.string().min(1),
    status: z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due']),
    custom_data: z.record(z.string(), z.unknown()).nullish(),
    discount_id: z.string().nullish(),
    items: z.array(
      z.object({
        price: z.object({ unit_price: z.object({ amount: cents, currency_code: z.string() }) }),
        quantity: z.number(),
      }),
    ),
    details: z.object({ totals: z.object({ discount: cents }).nullish() }).nullish(),
  })
  .transform(
    (wire): Transaction => ({
      id: wire.id,
      status: wire.status,
      orderId: readOrderId(wire.custom_data),
      items: wire.items.map(({ price, quantity }) => ({
        unitPrice: price.unit_price.amount,
        currency: price.unit_price.currency_code,
        quantity,
      })),
      hasForeignDiscount: Boolean(wire.discount_id || wire.details?.totals?.discount),
    }),
  );

const adjustment = z
  .object({
    id: z.string().min(1),
    transaction_id: z.string().min(1),
    action: z.string(),
    type: z.enum(['full', 'partial']),
    status: z.enum(['pending_approval', 'approved', 'rejected', 'reversed']),
  })
  .transform(
    ({ id, action, type, status, ...wire }): Adjustment => ({
      id,
      transactionId: wire.transaction_id,
      action,
      type,
      status,
    }),
  );

const event = z.object({
  event_id: z.string().min(1),
  event_type: z.string().min(1),
  occurred_at: z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
  data: z.unknown(),
});

/** The order's id as we put it into the transaction's custom data, or null. */
export function readOrderId(customData: object | null | undefined): string | null {
  const data = z.object({ orderId: z.string() }).safeParse(customData);
  return data.success ? data.data.orderId : null;
}

/** Reads a webhook's body. Throws an `Error` that says what is missing. */
export function readEvent(body: unknown): PaymentEvent {
  const payload = z.record(z.string(), z.unknown()).parse(body);
  const { event_id: id, event_type: type, occurred_at: occurredAt, data } = event.parse(payload);
  const common = { id, type, occurredAt, payload };
  if (type.startsWith('transaction.')) {
    return { ...common, about: 'transaction', transaction: transaction.parse(data) };
  }
  if (type.startsWith('adjustment.')) {
    return { ...common, about: 'adjustment', adjustment: adjustment.parse(data) };
  }
  return { ...common, about: 'something else' };
}
