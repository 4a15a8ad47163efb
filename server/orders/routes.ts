import { type Request, type RequestHandler, type Response, Router } from 'express';
import { emailChange, idempotencyKey, orderRequest, quoteRequest } from '#shared/order.ts';
import { priceList } from '#shared/pricing.ts';
import { Problem, type ProblemCode } from '#shared/problem.ts';
import { signedIn, userOf, visitorOf } from '../auth/guard.ts';
import { htmlErrorPage } from '../http/errors.ts';
import type { Limit } from '../http/limits.ts';
import { page } from '../http/page.ts';
import { parse } from '../http/parse.ts';
import { CHECKOUT_CALLS, CHECKOUTS, ORDERS } from './limits.ts';
import type { Orders } from './orders.ts';

/** `/api/orders`: the signed-in buyer's own. */
export function orderRoutes({ orders, limit }: { orders: Orders; limit: Limit }): Router {
  const routes = Router();
  routes.use(signedIn);
  const newOrder = limitOf(limit, 'order', ORDERS, TOO_MANY_ORDERS);
  routes.post('/', limitCodes(limit), async (req, res) => {
    const request = parse(orderRequest, req.body);
    const key = idempotencyKeyOf(req);
    const consume = () => newOrder(req, res);
    const limits = { idempotencyKey: key, consume };
    const { order, created } = await orders.place(userOf(req), request, limits);
    res.status(created ? 201 : 200).json({ order });
  });
  routes.get('/', async (req, res) => {
    res.json(await orders.list(userOf(req), parse(page, req.query)));
  });
  routes.get('/:id', async (req, res) => {
    res.json({ order: await orders.find(userOf(req), req.params.id) });
  });
  routes.get('/:id/receipt', async (req, res) => {
    res.json({ receipt: await orders.receipt(userOf(req), req.params.id) });
  });
  // Asks Paddle each time: its link lives for an hour, ours for as long as the account does.
  routes.get('/:id/invoice', limit('invoice', INVOICES, 3600), async (req, res) => {
    const link = await orders.invoice(userOf(req), String(req.params.id));
    res.set('Cache-Control', 'private, no-store').redirect(302, link);
  });
  routes.use('/:id/invoice', htmlErrorPage);
  routes.patch('/:id', async (req, res) => {
    const { email } = parse(emailChange, req.body);
    res.json({ order: await orders.changeEmail(userOf(req), req.params.id, email) });
  });
  const anotherProxy = limitOf(limit, 'checkout', CHECKOUTS, TOO_MANY_CHECKOUTS);
  const { calls, seconds } = CHECKOUT_CALLS;
  const callOfPaddle = saying(
    limit('checkout-calls', calls, seconds, () => 'everybody'),
    CROWDED,
  );
  routes.post('/:id/checkout', async (req, res) => {
    await anotherProxy(req, res);
    const consume = () => callOfPaddle(req, res);
    res.json(await orders.checkout(userOf(req), req.params.id, consume));
  });
  return routes;
}

const TOO_MANY_ORDERS = [
  'too_many',
  'You have placed many orders in a short time. Please wait a few minutes and try again; everything you chose is kept.',
] as const;
const TOO_MANY_CHECKOUTS = [
  'too_many',
  'You have opened the payment many times in a short time. Nothing was charged. Please wait a few minutes and try again.',
] as const;
const CROWDED = [
  'unavailable',
  'Many people are paying right now. Nothing was charged, and your order is kept. Please try again in half a minute.',
] as const;

/** Counts a request by account and by address. Throws `refusal` with Retry-After. */
function limitOf(
  limit: Limit,
  name: string,
  most: typeof ORDERS,
  refusal: readonly [ProblemCode, string],
) {
  const accountOf = (req: Request) => String(userOf(req).id);
  const { perAccount, perAddress, seconds } = most;
  const account = saying(limit(`${name}-account`, perAccount, seconds, accountOf), refusal);
  const address = saying(limit(`${name}-address`, perAddress, seconds), refusal);
  return async (req: Request, res: Response) => {
    await account(req, res);
    await address(req, res);
  };
}

/** A limit to be asked where something begins to cost, with a sentence that fits the place. */
function saying(limit: RequestHandler, [code, message]: readonly [ProblemCode, string]) {
  return async (req: Request, res: Response): Promise<void> => {
    try {
      await limit(req, res, () => {});
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too_many') throw error;
      const refusal = new Problem(code, message);
      refusal.retryAfter = error.retryAfter;
      throw refusal;
    }
  };
}

/** `/api/pricing` and `/api/quotes`: open to visitors. */
export function quoteRoutes({ orders, limit }: { orders: Orders; limit: Limit }): Router {
  const routes = Router();
  routes.get('/pricing', (_req, res) => {
    res.json({ prices: priceList() });
  });
  routes.post('/quotes', limitCodes(limit), async (req, res) => {
    res.json(await orders.quote(visitorOf(req), parse(quoteRequest, req.body)));
  });
  return routes;
}

/** Invoices asked of Paddle in an hour, from one address. */
const INVOICES = 60;

/** Quotes and orders with a code in an hour, from one address. */
const CODE_TRIES = 120;

/** A code is a secret worth guessing: an address that tries many is told to wait. */
function limitCodes(limit: Limit): RequestHandler {
  const tries = limit('discount-code', CODE_TRIES, 3600);
  return (req, res, next) => {
    const code = (req.body as { discountCode?: unknown } | undefined)?.discountCode;
    return code ? tries(req, res, next) : next();
  };
}

function idempotencyKeyOf(req: Request): string | null {
  const header = req.get('idempotency-key');
  if (header === undefined) return null;
  const read = idempotencyKey.safeParse(header);
  if (!read.success) throw new Problem('invalid', 'The Idempotency-Key cannot be used');
  return read.data;
}
