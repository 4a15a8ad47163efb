import { type RequestHandler, Router } from 'express';
import type { PaddleAccount } from './account.ts';
import { answer } from './answers.ts';
import { Refusal } from './seller.ts';
import type { Store } from './store.ts';

/** `ours` is /checkout on the host of the newest webhook destination. */
export function paymentLinkOf({ paymentLink }: PaddleAccount, store: Store): string | null {
  if (paymentLink !== 'ours') return paymentLink;
  const [newest] = store.destinations();
  return newest ? new URL('/checkout', newest).href : null;
}

/** https://developer.paddle.com/api-reference/api-root and the pages beside it. */
export function dashboard(tools: {
  apiKey: string;
  store: Store;
  read: () => PaddleAccount;
}): Router {
  const { store, read } = tools;
  const keyId = keyIdOf(tools.apiKey);
  const router = Router();

  router.get('/', (_req, res) => {
    const { environment, key } = read();
    answer(res, {
      api: {
        name: 'Paddle API',
        version: '1',
        environment,
        documentation_url: 'https://developer.paddle.com/api-reference/overview',
      },
      caller: {
        auth_type: 'api_key',
        account: { id: 'acc_01standin', name: 'Demo seller' },
        permissions: key.permissions,
      },
    });
  });
  // A key can always read itself.
  router.get('/api-keys/:id', (req, res) => {
    if (req.params.id !== keyId) throw new Refusal(404, 'entity_not_found', 'No such API key');
    const { status, permissions, expiresAt } = read().key;
    answer(res, { id: keyId, name: 'Duologue', status, permissions, expires_at: expiresAt });
  });
  router.get('/settings/checkout-url', needs('checkout_settings.read', read), (_req, res) => {
    answer(res, { default_url: paymentLinkOf(read(), store) });
  });
  router.get('/checkout-domains', needs('checkout_domain.read', read), (_req, res) => {
    const account = read();
    const link = paymentLinkOf(account, store);
    const ours = link ? [{ domain: new URL(link).hostname, status: 'approved' }] : [];
    const domains = (account.domains ?? ours).map((domain, place) => ({
      id: `chedom_${String(place).padStart(26, '0')}`,
      ...domain,
      payment_method_verification: { apple_pay: { status: 'unverified' } },
    }));
    answer(res, domains, onePage(domains.length));
  });
  router.get('/notification-settings', needs('notification_setting.read', read), (_req, res) => {
    const { events } = read();
    const names = events ?? ALL_EVENTS;
    const settings = store.destinations().map((destination, place) => ({
      id: `ntfset_${String(place).padStart(26, '0')}`,
      description: 'Duologue',
      type: 'url',
      destination,
      active: true,
      api_version: 1,
      include_sensitive_fields: false,
      traffic_source: 'all',
      subscribed_events: names.map((name) => ({
        name,
        description: name,
        group: name.split('.')[0],
        available_versions: [1],
      })),
      endpoint_secret_key: 'pdl_ntfset_hidden',
    }));
    answer(res, settings, onePage(settings.length));
  });
  return router;
}

/** Write permission includes read. */
export function needs(needed: string, read: () => PaddleAccount): RequestHandler {
  return (_req, _res, next) => {
    const { permissions } = read().key;
    const suffices: readonly string[] = [needed, needed.replace(/read$/, 'write')];
    const isPermitted = permissions?.some((one) => suffices.includes(one)) ?? true;
    const detail = "You aren't permitted to perform this request.";
    next(isPermitted ? undefined : new Refusal(403, 'forbidden', detail));
  };
}

/** `pdl_sdbx_apikey_<id>_<secret>` is the key `apikey_<id>`. */
function keyIdOf(apiKey: string): string | undefined {
  return /^pdl_(?:live|sdbx)_(apikey_[a-z\d]{26})_/.exec(apiKey)?.[1];
}

const onePage = (count: number) => ({
  pagination: { per_page: 200, next: '', has_more: false, estimated_total: count },
});

/** All event types that can happen here. */
const ALL_EVENTS = [
  ...['created', 'updated', 'ready', 'paid', 'completed', 'canceled', 'payment_failed'].map(
    (event) => `transaction.${event}`,
  ),
  ...['created', 'updated'].map((event) => `adjustment.${event}`),
  ...['expiring', 'expired', 'revoked'].map((event) => `api_key.${event}`),
  'client_token.revoked',
];
