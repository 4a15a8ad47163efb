import { createHash, timingSafeEqual } from 'node:crypto';
import { json, type RequestHandler, Router } from 'express';
import type { PaddleAccount } from './account.ts';
import { answer, answerRefusal } from './answers.ts';
import { dashboard, needs, paymentLinkOf } from './dashboard.ts';
import type { Invoices } from './invoices.ts';
import type { openNotifier } from './notifier.ts';
import {
  adjustBody,
  adjustmentQuery,
  createBody,
  destinationBody,
  updateBody,
} from './requests.ts';
import { Refusal, type SellerAccount } from './seller.ts';
import type { Store } from './store.ts';

/** `PUT /destinations` is our own, in place of Paddle's dashboard. */
export function paddleApi(tools: {
  apiKey: string;
  store: Store;
  account: SellerAccount;
  notifier: ReturnType<typeof openNotifier>;
  invoices: Invoices;
  read: () => PaddleAccount;
}): Router {
  const { store, account, notifier, invoices, read } = tools;
  const router = Router();
  router.use(requireKey(tools.apiKey), json());

  router.put('/destinations', (req, res) => {
    store.addDestination(destinationBody.parse(req.body).url);
    notifier.retryNow();
    answer(res, { destinations: store.destinations() });
  });

  router.use(requireActiveKey(read));
  router.use(dashboard({ apiKey: tools.apiKey, store, read }));
  for (const entity of ['transaction', 'adjustment']) {
    const [reading, writing] = ['read', 'write'].map((act) => needs(`${entity}.${act}`, read));
    router.use(`/${entity}s`, (req, res, next) =>
      (req.method === 'GET' ? reading : writing)?.(req, res, next),
    );
  }

  router.post('/transactions', (req, res) => {
    const body = createBody.parse(req.body);
    refuseUnlessReady(read());
    const sale = account.create(body, paymentLinkOf(read(), store));
    answer(res.status(201), sale.transaction);
  });
  router.get('/transactions/:id', (req, res) => {
    answer(res, account.find(req.params.id).transaction);
  });
  router.get('/transactions/:id/invoice', (req, res) => {
    answer(res, { url: invoices.linkTo(account.billed(req.params.id).transaction.id) });
  });
  router.patch('/transactions/:id', (req, res) => {
    const change = updateBody.parse(req.body);
    const { id } = req.params;
    const sale = 'items' in change ? account.reprice(id, change.items) : account.cancel(id);
    answer(res, sale.transaction);
  });

  router.post('/adjustments', (req, res) => {
    const { transaction_id, ...request } = adjustBody.parse(req.body);
    answer(res.status(201), account.adjust(transaction_id, request));
  });
  router.get('/adjustments', (req, res) => {
    const filter = adjustmentQuery.parse(req.query);
    const found = account
      .adjustments()
      .filter(
        (adjustment) =>
          matches(filter.transaction_id, adjustment.transaction_id) &&
          matches(filter.action, adjustment.action) &&
          matches(filter.status, adjustment.status),
      );
    const ordered = filter.order_by === 'id[DESC]' ? found : found.toReversed();
    answer(res, ordered.slice(0, filter.per_page), {
      pagination: {
        per_page: filter.per_page,
        next: `${req.baseUrl}/adjustments`,
        has_more: false,
        estimated_total: found.length,
      },
    });
  });

  router.use(answerRefusal);
  return router;
}

const requireKey = (apiKey: string): RequestHandler => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(apiKey);
  return (req, _res, next) => {
    const [scheme, token] = (req.get('authorization') ?? '').split(' ');
    const isValid =
      scheme?.toLowerCase() === 'bearer' && timingSafeEqual(digest(token ?? ''), expected);
    next(isValid ? undefined : new Refusal(403, 'invalid_token', 'Invalid or revoked API key.'));
  };
};

const requireActiveKey = (read: () => PaddleAccount): RequestHandler => {
  return (_req, _res, next) => {
    const isActive = read().key.status === 'active';
    next(isActive ? undefined : new Refusal(403, 'invalid_token', 'Invalid or revoked API key.'));
  };
};

/**
 * https://developer.paddle.com/errors/transactions/transaction_checkout_not_enabled and
 * https://developer.paddle.com/errors/transactions/transaction_default_checkout_url_not_set
 */
function refuseUnlessReady({ onboarded, paymentLink }: PaddleAccount): void {
  if (!onboarded) {
    const detail =
      "Checkouts aren't enabled for this account. This typically means that you haven't fully completed the Paddle onboarding process.";
    throw new Refusal(400, 'transaction_checkout_not_enabled', detail);
  }
  if (paymentLink !== null) return;
  const detail = 'A Default Payment Link has not yet been defined within the Paddle Dashboard';
  throw new Refusal(400, 'transaction_default_checkout_url_not_set', detail);
}

const matches = (wanted: string | undefined, value: string) =>
  wanted === undefined || wanted.split(',').includes(value);
