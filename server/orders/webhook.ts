import { type RequestHandler, raw } from 'express';
import { log } from '../log.ts';
import type { Payments } from '../payments/payments.ts';
import type { Orders } from './orders.ts';

/**
 * `POST /api/webhooks/paddle`. The body is taken as bytes, before any JSON parser: the signature is
 * over exactly what was sent. 401 for a bad signature; 200 as soon as the event is stored, because
 * Paddle waits five seconds at most; what then goes wrong is found again by `reconcile`. A signed
 * event that cannot be read is stored, too: it would be no better in three days. One that cannot be
 * stored is a 500, so that Paddle sends it again.
 */
export function paymentWebhook({
  payments,
  orders,
}: {
  payments: Pick<Payments, 'readEvent'>;
  orders: Pick<Orders, 'receiveEvent'>;
}): RequestHandler[] {
  return [
    raw({ type: () => true, limit: '1mb' }),
    async (req, res) => {
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      const event = await payments.readEvent(body, req.get('paddle-signature'));
      try {
        await orders.receiveEvent(event, () => res.sendStatus(200));
      } catch (error) {
        if (!res.headersSent) throw error;
        log.error({ err: error, eventId: event.id }, 'a payment event is stored but not settled');
      }
    },
  ];
}
