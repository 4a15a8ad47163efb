import { createHmac } from 'node:crypto';

let last = 0;

/** A webhook body as Paddle sends it, dated `seconds` from now. `change` overrides its data. */
export function transactionEvent(
  sale: { id: string; transactionId: string; cents?: number },
  type: string,
  seconds = 0,
  change: object = {},
) {
  const status = { completed: 'completed', paid: 'paid', canceled: 'canceled' }[type] ?? 'ready';
  return event(`transaction.${type}`, seconds, {
    id: sale.transactionId,
    status,
    custom_data: { orderId: sale.id },
    discount_id: null,
    items: [
      {
        quantity: 1,
        price: { unit_price: { amount: String(sale.cents ?? 599), currency_code: 'USD' } },
      },
    ],
    details: { totals: { discount: '0' } },
    payments: [],
    ...change,
  });
}

export function adjustmentEvent(
  sale: { transactionId: string },
  action: string,
  status: string,
  seconds: number,
) {
  return adjustmentReported(sale, { action, status }, seconds);
}

export function adjustmentReported(
  { transactionId }: { transactionId: string },
  adjustment: { action: string; status: string; type?: 'full' | 'partial'; name?: string },
  seconds: number,
) {
  const { action, status, type = 'full', name = action } = adjustment;
  const change = status === 'pending_approval' ? 'created' : 'updated';
  const id = `adj_${name}_${transactionId}`;
  const data = { id, transaction_id: transactionId, action, type, status };
  return event(`adjustment.${change}`, seconds, data);
}

function event(type: string, seconds: number, data: object) {
  last += 1;
  return {
    event_id: `evt_${last}_${Date.now()}`,
    event_type: type,
    occurred_at: new Date(Date.now() + seconds * 1000).toISOString(),
    notification_id: 'ntf_1',
    data,
  };
}
export type PaddleEvent = ReturnType<typeof event>;

/** Signs and sends an event as Paddle does; `time` is the claimed signing time in Unix seconds. */
export function sendEvent(
  webhook: string,
  secret: string,
  event: object,
  time = Math.floor(Date.now() / 1000),
): Promise<Response> {
  const body = JSON.stringify(event);
  const h1 = createHmac('sha256', secret).update(`${time}:${body}`).digest('hex');
  return fetch(webhook, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'paddle-signature': `ts=${time};h1=${h1}` },
  });
}
