import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type ErrorRequestHandler,
  json,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { z } from 'zod';
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

/** Paddle's API as its SDK asks it, and the address at which a seller says where webhooks go. */
export function paddleApi(tools: {
  apiKey: string;
  store: Store;
  account: SellerAccount;
  notifier: ReturnType<typeof openNotifier>;
  invoices: Invoices;
}): Router {
  const { store, account, notifier, invoices } = tools;
  const router = Router();
  router.use(holdsKey(tools.apiKey), json());

  router.post('/transactions', (req, res) => {
    const sale = account.create(createBody.parse(req.body), defaultPaymentLink(store));
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
    const { transaction_id, ...wish } = adjustBody.parse(req.body);
    answer(res.status(201), account.adjust(transaction_id, wish));
  });
  router.get('/adjustments', (req, res) => {
    const wanted = adjustmentQuery.parse(req.query);
    const found = account
      .adjustments()
      .filter(
        (adjustment) =>
          isAmong(wanted.transaction_id, adjustment.transaction_id) &&
          isAmong(wanted.action, adjustment.action) &&
          isAmong(wanted.status, adjustment.status),
      );
    const ordered = wanted.order_by === 'id[DESC]' ? found : found.toReversed();
    answer(res, ordered.slice(0, wanted.per_page), {
      pagination: {
        per_page: wanted.per_page,
        next: `${req.baseUrl}/adjustments`,
        has_more: false,
        estimated_total: found.length,
      },
    });
  });

  router.put('/destinations', (req, res) => {
    store.addDestination(destinationBody.parse(req.body).url);
    notifier.hurry();
    answer(res, { destinations: store.destinations() });
  });

  router.use(answerRefusal);
  return router;
}

const holdsKey = (apiKey: string): RequestHandler => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(apiKey);
  return (req, _res, next) => {
    const [scheme, token] = (req.get('authorization') ?? '').split(' ');
    const good =
      scheme?.toLowerCase() === 'bearer' && timingSafeEqual(digest(token ?? ''), expected);
    next(good ? undefined : new Refusal(403, 'invalid_token', 'The API key is not valid'));
  };
};

/** As set in Paddle's dashboard: the page that opens `?_ptxn=`. Ours is where the webhooks go. */
function defaultPaymentLink(store: Store): string | null {
  const [newest] = store.destinations();
  return newest ? new URL('/checkout', newest).href : null;
}

const isAmong = (wanted: string | undefined, value: string) =>
  wanted === undefined || wanted.split(',').includes(value);

function answer(res: Response, data: unknown, meta: object = {}) {
  res.json({ data, meta: { request_id: randomUUID(), ...meta } });
}

/** https://developer.paddle.com/api-reference/about/errors */
const answerRefusal: ErrorRequestHandler = (error, _req, res, next) => {
  const refuse = (status: number, code: string, detail: string, errors?: object[]) =>
    res.status(status).json({
      error: {
        type: 'request_error',
        code,
        detail,
        documentation_url: `https://developer.paddle.com/errors/${code}`,
        ...(errors && { errors }),
      },
      meta: { request_id: randomUUID() },
    });
  if (error instanceof Refusal) return refuse(error.status, error.code, error.message);
  if (error instanceof z.ZodError) {
    const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    return refuse(400, 'invalid_field', 'Request does not pass validation.', errors);
  }
  if (error instanceof SyntaxError) return refuse(400, 'invalid_json', 'Request is not JSON.');
  return next(error);
};
