import { type Environment, LogLevel, Paddle } from '@paddle/paddle-node-sdk';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { ask } from '../../orders/paddle/askPaddle.ts';
import { paddlePayments } from '../../orders/paddle/paddlePayments.ts';
import type { Check, Finding } from './check.ts';
import { type PaddleAccess, paddleAccountOf } from './paddleAccount.ts';

interface Settings {
  account: PaddleAccess & { webhookSecrets: string[]; clientToken: string };
  publicUrl: string;
}
type Seen = Omit<Finding, 'provider'>;
type Observation = (settings: Settings, signal: AbortSignal) => Promise<Seen | null>;

const DEADLINE = 10_000;
/** Enough time to create a new key, ms. */
const SOON = 30 * 86_400_000;

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

const good = (sentence: string): Seen => ({ ok: true, sentence });
const bad = (sentence: string): Seen => ({ ok: false, sentence });

/** Charges nothing, but leaves a draft of a dollar in Paddle's list: drafts cannot be cancelled. */
export function paddleCheck(settings: Settings): Check {
  return async ({ signal }) => {
    const found = await inspectAccount(settings, signal);
    signal.throwIfAborted();
    return found.map((finding) => ({ provider: 'Paddle', ...finding }));
  };
}

async function inspectAccount(settings: Settings, signal: AbortSignal): Promise<Seen[]> {
  const { environment } = settings.account;
  try {
    const { api, caller } = await paddleAccountOf(settings.account, signal).root();
    const granted = caller.permissions ?? null;
    const may = (needed: string) =>
      granted?.some((one) => one === needed || one === needed.replace(/read$/, 'write')) ?? true;
    const missing = PERMISSIONS.filter((needed) => !may(needed));
    // Missing permissions are reported with the key.
    const looks: Observation[] = [
      keyLasts,
      ...(may('checkout_settings.read') ? [linksHere] : []),
      ...(may('checkout_domain.read') ? [domainIsApproved] : []),
      ...(may('notification_setting.read') ? [notifiesUs] : []),
      ...(may('transaction.write') ? [sells] : []),
    ];
    const seen = await Promise.all(looks.map((ask) => seeing(ask, settings, signal)));
    return [
      environmentOf(api.environment, settings),
      permissionsOf(missing),
      ...seen.filter((one) => one !== null),
    ];
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.trouble !== 'refused') return [bad(`Paddle does not answer (${error.message}).`)];
    return [
      bad(
        `Paddle does not accept PADDLE_API_KEY (${error.message}): make a key in the ${environmentNameOf(environment)} account, under Developer tools, Authentication, and see that PADDLE_ENVIRONMENT is “${environment}” on purpose.`,
      ),
    ];
  }
}

async function seeing(
  ask: Observation,
  settings: Settings,
  signal: AbortSignal,
): Promise<Seen | null> {
  try {
    return await ask(settings, signal);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return bad(`One thing could not be checked (${error.message}): try again later.`);
  }
}

const environmentNameOf = (environment: string) => (environment === 'sandbox' ? 'sandbox' : 'live');

function environmentOf(actual: 'sandbox' | 'production', { account }: Settings): Seen {
  const token = account.clientToken.startsWith('test_') ? 'sandbox' : 'production';
  if (actual !== account.environment) {
    return bad(
      `PADDLE_API_KEY is of the ${environmentNameOf(actual)} account and PADDLE_ENVIRONMENT says “${account.environment}”: use the same for both.`,
    );
  }
  if (token !== actual) {
    return bad(
      `PADDLE_CLIENT_TOKEN is of the ${environmentNameOf(token)} account and PADDLE_API_KEY of the ${environmentNameOf(actual)} one: use the same for both.`,
    );
  }
  const money = actual === 'sandbox' ? ', where no real money moves' : '';
  return good(`The key is valid in the ${environmentNameOf(actual)} account${money}.`);
}

function permissionsOf(missing: string[]): Seen {
  if (!missing.length) return good('The key has every permission that is needed.');
  return bad(
    `PADDLE_API_KEY lacks ${missing.join(', ')}: tick ${missing.length === 1 ? 'it' : 'them'} in Paddle under Developer tools, Authentication.`,
  );
}

const keyLasts: Observation = async ({ account }, signal) => {
  const ends = await paddleAccountOf(account, signal).keyEnds();
  if (!ends || ends.getTime() - Date.now() > SOON) return null;
  return bad(
    `PADDLE_API_KEY expires on ${ends.toISOString().slice(0, 10)}: make another one in Paddle under Developer tools, Authentication, and replace this one before then.`,
  );
};

const linksHere: Observation = async ({ account, publicUrl }, signal) => {
  const wanted = new URL('/checkout', publicUrl).href;
  const actual = await paddleAccountOf(account, signal).checkoutUrl();
  if (actual === wanted) return good(`The default payment link is ${wanted}.`);
  const now = actual ? `is ${actual}` : 'is not set';
  return bad(
    `The default payment link ${now}: enter ${wanted} in Paddle under Checkout, Checkout settings.`,
  );
};

const domainIsApproved: Observation = async ({ account, publicUrl }, signal) => {
  const { hostname: host } = new URL(publicUrl);
  const listed = await paddleAccountOf(account, signal).domains(host);
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
  const all = await ask(DEADLINE, () => sdk.notificationSettings.list());
  const ours = all.filter(({ destination, active }) => active && destination === wanted);
  if (!ours.length) {
    return bad(
      `Paddle tells us about nothing: add the destination ${wanted} under Developer tools, Notifications, with the events ${EVENTS.join(', ')}.`,
    );
  }
  const subscribed = new Set(
    ours.flatMap((one) => one.subscribedEvents.map(({ name }) => `${name}`)),
  );
  const missing = EVENTS.filter((event) => !subscribed.has(event));
  if (!missing.length) return good('Paddle tells us about every event we act on.');
  return bad(
    `Paddle does not tell us about ${missing.join(', ')}: tick ${missing.length === 1 ? 'it' : 'them'} for ${wanted} under Developer tools, Notifications.`,
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
