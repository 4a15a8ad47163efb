import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseStorable, storable } from '#shared/storable.ts';
import type { KeyNews, Named, PaymentEvent, Transaction } from './payments.ts';

/* Without the SDK: it throws for an event without items or payments, and renames keys. */

/** Amounts are strings in the lowest denomination. */
const cents = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const moment = z.iso.datetime({ offset: true }).transform((time) => new Date(time));

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
    updated_at: moment.optional(),
  })
  .transform(({ transaction_id: transactionId, updated_at: changedAt, ...wire }) => ({
    ...wire,
    transactionId,
    changedAt,
  }));

const event = z.object({
  /** Also the cursor of the admin's list, and part of addresses. */
  event_id: z.string().regex(/^[\w-]{1,100}$/),
  event_type: z.string().min(1).max(100),
  occurred_at: moment,
  data: z.unknown(),
});

const KEYS = new Map<string, Pick<KeyNews, 'kind' | 'news'>>([
  ['api_key.expiring', { kind: 'API key', news: 'expiring' }],
  ['api_key.expired', { kind: 'API key', news: 'expired' }],
  ['api_key.revoked', { kind: 'API key', news: 'revoked' }],
  ['client_token.revoked', { kind: 'client-side token', news: 'revoked' }],
]);
/** Lenient: the operator must learn that a key ends, whatever else cannot be read. */
const key = z
  .object({
    name: z.string().catch('without a name'),
    expires_at: moment.nullish().catch(null),
  })
  .catch({ name: 'without a name', expires_at: null });

const named = z.object({
  id: z.string().optional().catch(undefined),
  transaction_id: z.string().optional().catch(undefined),
  custom_data: z.unknown().optional(),
});

/** The id that we put into the transaction's custom data, or null. */
export function readOrderId(customData: object | null | undefined): string | null {
  const data = z.object({ orderId: z.string() }).safeParse(customData);
  return data.success ? data.data.orderId : null;
}

/** Never throws: what cannot be read becomes `unreadable`. */
export function parseEvent(rawBody: Buffer): PaymentEvent {
  const raw = rawBody.toString('utf8');
  try {
    return readEvent(z.record(z.string(), z.unknown()).parse(parseStorable(raw)));
  } catch (error) {
    return unreadable({ raw: storable(raw) }, error);
  }
}

export function readEvent(payload: Record<string, unknown>): PaymentEvent {
  try {
    const { event_id: id, event_type: type, occurred_at: occurredAt, data } = event.parse(payload);
    const common = { id, type, occurredAt, payload };
    if (type.startsWith('transaction.')) {
      return { ...common, about: 'transaction', transaction: transaction.parse(data) };
    }
    if (type.startsWith('adjustment.')) {
      const { changedAt = occurredAt, ...rest } = adjustment.parse(data);
      return { ...common, about: 'adjustment', adjustment: { ...rest, changedAt } };
    }
    const news = KEYS.get(type);
    if (news) {
      const { name, expires_at: endsAt = null } = key.parse(data);
      return { ...common, about: 'key', key: { ...news, name, endsAt } };
    }
    return { ...common, about: 'something else' };
  } catch (error) {
    return unreadable(payload, error);
  }
}

/** Identified by its own id if readable, else by its content, so that a repeated one is the same. */
function unreadable(payload: Record<string, unknown>, error: unknown): PaymentEvent {
  const { event_id, event_type, occurred_at } = event.shape;
  const digest = () => createHash('sha256').update(JSON.stringify(payload)).digest('hex');
  return {
    about: 'unreadable',
    id: event_id.safeParse(payload.event_id).data ?? `unreadable_${digest().slice(0, 40)}`,
    type: event_type.safeParse(payload.event_type).data ?? 'unreadable',
    occurredAt: occurred_at.safeParse(payload.occurred_at).data ?? new Date(),
    payload,
    names: namesIn(payload.data),
    trouble:
      error instanceof z.ZodError ? z.prettifyError(error) : 'It is not JSON that can be read',
  };
}

function namesIn(data: unknown): Named {
  const { id, transaction_id, custom_data } = named.safeParse(data).data ?? {};
  return {
    transactionId: transaction_id ?? id ?? null,
    orderId: readOrderId(typeof custom_data === 'object' ? custom_data : null),
  };
}
