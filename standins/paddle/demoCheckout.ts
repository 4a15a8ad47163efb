import { type ErrorRequestHandler, Router } from 'express';
import { z } from 'zod';
import { fromThisMachinesPages } from '../localOnly.ts';
import { foreignEvents } from './foreign.ts';
import type { openNotifier } from './notifier.ts';
import { adjustQuery, payQuery } from './requests.ts';
import { Refusal, type SellerAccount } from './seller.ts';
import { priceOf } from './shapes.ts';
import type { Sale } from './store.ts';

const DECISIONS = { approve: 'approved', reject: 'rejected', reverse: 'reversed' } as const;

/** The endpoints behind the demo checkout's buttons. Tests call them directly. */
export function demoCheckout(
  account: SellerAccount,
  notifier: Pick<ReturnType<typeof openNotifier>, 'sendOnce'>,
): Router {
  const router = Router();
  router.use('/demo', fromThisMachinesPages);
  router.get('/demo/transactions/:id', (req, res) => {
    res.json({ transaction: summaryOf(account.find(req.params.id)) });
  });
  router.post('/demo/transactions/:id/pay', (req, res) => {
    const { currency, vat, price } = payQuery.parse(req.query);
    const sale = account.pay(req.params.id, { currency, vatNumber: vat }, price);
    res.json({ transaction: summaryOf(sale) });
  });
  router.post('/demo/transactions/:id/decline', (req, res) => {
    res.json({ transaction: summaryOf(account.decline(req.params.id)) });
  });
  // Done by Paddle's staff or the buyer's bank.
  for (const action of ['refund', 'chargeback', 'chargeback_warning'] as const) {
    router.post(`/demo/transactions/:id/${action}`, (req, res) => {
      const { part } = adjustQuery.parse(req.query);
      const type = part ? 'partial' : 'full';
      res.json({ adjustment: account.adjust(req.params.id, { action, type, reason: 'demo' }) });
    });
  }
  for (const [act, status] of Object.entries(DECISIONS)) {
    router.post(`/demo/adjustments/:id/${act}`, (req, res) => {
      res.json({ adjustment: account.decide(req.params.id, status) });
    });
  }
  router.post('/demo/events/:type', async (req, res) => {
    const { type } = req.params;
    const data = foreignEvents[type];
    if (!data) throw new Refusal(404, 'entity_not_found', `No event ${type} can be sent here`);
    res.json({ taken: await notifier.sendOnce(type, data()) });
  });
  router.use('/demo', answerRefusal);
  return router;
}

/** In cents. */
function summaryOf({ transaction }: Sale) {
  const [item] = transaction.items;
  return {
    id: transaction.id,
    status: transaction.status,
    total: priceOf(transaction.items),
    currency: 'USD',
    product: item?.price.product.name ?? '',
    description: item?.price.description ?? '',
    customData: transaction.custom_data,
  };
}

const answerRefusal: ErrorRequestHandler = (error, _req, res, next) => {
  if (error instanceof Refusal) {
    res.status(error.status === 404 ? 404 : 409).json({ message: error.message, code: error.code });
  } else if (error instanceof z.ZodError) {
    res.status(400).json({ message: z.prettifyError(error), code: 'invalid' });
  } else {
    next(error);
  }
};
