import { type Environment, LogLevel, Paddle } from '@paddle/paddle-node-sdk';
import { z } from 'zod';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { ask } from '../../orders/paddle/askPaddle.ts';
import { paddlePayments } from '../../orders/paddle/paddlePayments.ts';
import {
  bad,
  type CheckOptions,
  type Found,
  good,
  observe,
  REQUEST_TIMEOUT,
  request,
} from './check.ts';

interface Settings {
  account: {
    apiKey: string;
    baseUrl: string | null;
    environment: 'sandbox' | 'production';
    webhookSecrets: string[];
    clientToken: string;
  };
  publicUrl: string;
}
type Observation = (settings: Settings, signal: AbortSignal) => Promise<Found>;

const HOSTS = { sandbox: 'https://sandbox-api.paddle.com', production: 'https://api.paddle.com' };

/** What the product and this check need. Write access includes read access. */
const PERMISSIONS = [
  'transaction.write',
  'adjustment.write',
  'checkout_settings.read',
  'checkout_domain.read',
  'notification_setting.read',
];
/** The events that `orders/paddle/wire.ts` handles. */
const EVENTS = [
  'transaction.paid',
  'transaction.completed',
  'transaction.canceled',
  'transaction.updated',
  'adjustment.created',
  'adjustment.updated',
  'api_key.expiring',
  'api_key.expired',
  'api_key.revoked',
  'client_token.revoked',
];

const refusal = z.object({ error: z.object({ code: z.string(), detail: z.string() }) });
const envelope = z.object({ data: z.unknown() });
const root = z.object({
  api: z.object({ environment: z.enum(['sandbox', 'production']) }),
  caller: z.object({ permissions: z.array(z.string()).nullish() }),
});
const checkoutUrl = z.object({ default_url: z.string().nullable() });
const domains = z.array(z.object({ domain: z.string(), status: z.string() }));

/**
 * Reads our account without the SDK, which lacks these calls
 * (developer.paddle.com/api-reference/api-root, /settings and /checkout-domains). Throws
 * `ProviderFailure`.
 */
async function read<T extends z.ZodType>(
  { account: { apiKey, baseUrl, environment } }: Settings,
  path: string,
  schema: T,
  signal: AbortSignal,
): Promise<z.infer<T>> {
  const headers = { authorization: `Bearer ${apiKey}`, 'paddle-version': '1' };
  const url = `${baseUrl ?? HOSTS[environment]}${path}`;
  const reply = await request(url, signal, { headers, redirect: 'error' });
  if (!reply) throw new ProviderFailure('Paddle', 'busy', 'out of reach');
  const { error } = refusal.safeParse(reply.body).data ?? {};
  if (error) {
    const trouble = reply.status < 500 ? 'refused' : 'busy';
    throw new ProviderFailure('Paddle', trouble, `${error.code}: ${error.detail}`);
  }
  const answer = schema.safeParse(envelope.safeParse(reply.body).data?.data);
  if (answer.success) return answer.data;
  throw new ProviderFailure('Paddle', 'broken', `${path} could not be read`);
}

/** Charges nothing, but leaves a draft of a dollar in Paddle's list: drafts cannot be cancelled. */
export const paddleCheck = (settings: Settings, { signal }: CheckOptions): Promise<Found[]> =>
  observe(
    signal,
    () => inspectAccount(settings, signal),
    (error) => remedyFor(error, settings),
  );

async function inspectAccount(settings: Settings, signal: AbortSignal): Promise<Found[]> {
  const { api, caller } = await read(settings, '/', root, signal);
  const granted = caller.permissions;
  const may = (needed: string) =>
    granted?.some((one) => one === needed || one === needed.replace(/read$/, 'write')) ?? true;
  const missing = PERMISSIONS.filter((needed) => !may(needed));
  // Missing permissions are reported with the key.
  const looks: Observation[] = [
    ...(may('checkout_settings.read') ? [linksHere] : []),
    ...(may('checkout_domain.read') ? [domainIsApproved] : []),
    ...(may('notification_setting.read') ? [notifiesUs] : []),
    ...(may('transaction.write') ? [sells] : []),
  ];
  const seen = looks.map((see) => observe(signal, () => see(settings, signal), later));
  return [
    environmentOf(api.environment, settings),
    permissionsOf(missing),
    ...(await Promise.all(seen)).flat(),
  ];
}

function remedyFor(error: unknown, { account: { environment } }: Settings): string {
  if (!(error instanceof ProviderFailure)) throw error;
  if (error.trouble !== 'refused') return `Paddle does not answer (${error.message}).`;
  return `Paddle does not accept PADDLE_API_KEY (${error.message}): make a key in the ${environmentNameOf(environment)} account, under Developer tools, Authentication, and see that PADDLE_ENVIRONMENT is “${environment}” on purpose.`;
}

function later(error: unknown): string {
  if (!(error instanceof ProviderFailure)) throw error;
  return `One thing could not be checked (${error.message}): try again later.`;
}

const environmentNameOf = (environment: string) => (environment === 'sandbox' ? 'sandbox' : 'live');

function environmentOf(actual: 'sandbox' | 'production', { account }: Settings): Found {
  const token = account.clientToken.startsWith('test_') ? 'sandbox' : 'production';
  const name = environmentNameOf(actual);
  if (actual !== account.environment) {
    return bad(
      `PADDLE_API_KEY is of the ${name} account and PADDLE_ENVIRONMENT says “${account.environment}”: use the same for both.`,
    );
  }
  if (token !== actual) {
    return bad(
      `PADDLE_CLIENT_TOKEN is of the ${environmentNameOf(token)} account and PADDLE_API_KEY of the ${name} one: use the same for both.`,
    );
  }
  const money = actual === 'sandbox' ? ', where no real money moves' : '';
  return good(`The key is valid in the ${name} account${money}.`);
}

const tick = (missing: string[]) => `tick ${missing.length === 1 ? 'it' : 'them'}`;

function permissionsOf(missing: string[]): Found {
  if (!missing.length) return good('The key has every permission that is needed.');
  return bad(
    `PADDLE_API_KEY lacks ${missing.join(', ')}: ${tick(missing)} in Paddle under Developer tools, Authentication.`,
  );
}

const linksHere: Observation = async (settings, signal) => {
  const wanted = new URL('/checkout', settings.publicUrl).href;
  const { default_url: actual } = await read(
    settings,
    '/settings/checkout-url',
    checkoutUrl,
    signal,
  );
  if (actual === wanted) return good(`The default payment link is ${wanted}.`);
  const now = actual ? `is ${actual}` : 'is not set';
  return bad(
    `The default payment link ${now}: enter ${wanted} in Paddle under Checkout, Checkout settings.`,
  );
};

const domainIsApproved: Observation = async (settings, signal) => {
  const { hostname: host } = new URL(settings.publicUrl);
  const path = `/checkout-domains?domain=${encodeURIComponent(host)}&per_page=200`;
  const listed = await read(settings, path, domains, signal);
  const status = listed.find(({ domain }) => domain === host)?.status;
  if (status === 'approved') return good(`${host} is approved for checkout.`);
  if (!status) {
    return bad(
      `Paddle has not been asked to approve ${host}: do so under Checkout, Website approval.`,
    );
  }
  return status === 'rejected'
    ? bad(`Paddle has rejected ${host}: read why under Checkout, Website approval, and ask again.`)
    : bad(`Paddle has yet to approve ${host}: wait for its email; nothing can be sold until then.`);
};

const notifiesUs: Observation = async ({ account, publicUrl }) => {
  const wanted = new URL('/api/webhooks/paddle', publicUrl).href;
  const sdk = new Paddle(account.apiKey, {
    environment: (account.baseUrl ?? account.environment) as Environment,
    logLevel: LogLevel.none,
  });
  const all = await ask(REQUEST_TIMEOUT, () => sdk.notificationSettings.list());
  const ours = all.filter(({ destination, active }) => active && destination === wanted);
  if (!ours.length) {
    return bad(
      `Paddle tells us about nothing: add the destination ${wanted} under Developer tools, Notifications, with the events ${EVENTS.join(', ')}.`,
    );
  }
  const subscribed = ours.flatMap((one) => one.subscribedEvents.map(({ name }) => `${name}`));
  const missing = EVENTS.filter((event) => !subscribed.includes(event));
  if (!missing.length) return good('Paddle tells us about every event we act on.');
  return bad(
    `Paddle does not tell us about ${missing.join(', ')}: ${tick(missing)} for ${wanted} under Developer tools, Notifications.`,
  );
};

/** What to do if no transaction could be created, by Paddle's error code. */
const REMEDIES: Record<string, string> = {
  transaction_checkout_not_enabled: 'finish the verification of the business in Paddle',
  transaction_default_checkout_url_not_set: 'set the default payment link',
  product_tax_category_not_approved: 'ask Paddle for the tax category “standard”',
};

const sells: Observation = async ({ account }) => {
  try {
    await paddlePayments(account).probe();
    return good('A transaction can be opened.');
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.passing) throw error;
    const code = Object.keys(REMEDIES).find((one) => error.message.includes(one));
    const remedy = code ? REMEDIES[code] : 'ask Paddle’s support';
    return bad(`Nothing can be sold: ${remedy} (${error.message}).`);
  }
};
