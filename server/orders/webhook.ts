import { raw } from 'express';
import { type Endpoint, endpoint } from '../base/http/endpoint.ts';
import { log } from '../base/kit/log.ts';
import type { OrderTools } from './orderQueries.ts';
import { receiveEvent } from './paymentEvents.ts';

/**
 * The signature covers the exact bytes, so the body is read before any JSON parser. Replies 200 as
 * soon as the event is stored, because Paddle waits five seconds at most; reconciliation finds what
 * goes wrong afterwards. A signed event that cannot be read is stored, too: Paddle would only send
 * the same again for three days. One that cannot be stored gets a 500, so that Paddle repeats it.
 */
export const webhookEndpoints = (tools: OrderTools): Endpoint[] => [
  endpoint('POST /api/webhooks/paddle', {
    summary: 'What Paddle reports, signed',
    access: 'paddle',
    before: raw({ type: () => true, limit: '1mb' }),
    type: 'text/plain',
    async handle({ req, res }) {
      const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      const event = await tools.payments.readEvent(body, req.get('paddle-signature'));
      try {
        await receiveEvent(tools, event, () => res.sendStatus(200));
      } catch (error) {
        if (!res.headersSent) throw error;
        log.error({ err: error, eventId: event.id }, 'a payment event is stored but not settled');
      }
      return res;
    },
  }),
];
