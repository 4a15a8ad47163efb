import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { freshAccounts } from '../../../standins/accounts.ts';
import type { paddleAccount } from '../../../standins/paddle/account.ts';
import { paddleStandin } from '../../../standins/paddle/paddle.ts';
import { serveStandin } from '../../testing/standin.ts';
import { paddleCheck } from './paddleCheck.ts';

const PUBLIC_URL = 'https://duologue.example';

let paddle: Awaited<ReturnType<typeof openPaddle>>;
const openPaddle = () => serveStandin('paddle', paddleStandin);
beforeAll(async () => {
  paddle = await openPaddle();
  const { destinations, apiKey } = paddle.address;
  await fetch(destinations, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ url: `${PUBLIC_URL}/api/webhooks/paddle` }),
  });
});
afterEach(() => {
  paddle.accounts.write({});
  paddle.faults.write({});
});
afterAll(() => paddle.close());

function seller() {
  const { webhookSecret, ...address } = paddle.address;
  return { ...address, webhookSecrets: [webhookSecret], environment: 'sandbox' as const };
}

type Account = z.input<typeof paddleAccount>;

/** What the check finds of an account in this state. */
async function ask(account: Account = {}, change: object = {}) {
  paddle.accounts.write({ paddle: account });
  const settings = { ...seller(), ...change };
  const options = { buy: false, signal: AbortSignal.timeout(20_000) };
  return paddleCheck({ account: settings, publicUrl: PUBLIC_URL }, options);
}
const troubles = async (...state: Parameters<typeof ask>) =>
  (await ask(...state)).filter(({ ok }) => !ok).map(({ sentence }) => sentence);

it('an account in order has no trouble, and everything that was looked at is named', async () => {
  const findings = await ask();
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect(findings.map(({ sentence }) => sentence)).toEqual([
    'The key is valid in the sandbox account, where no real money moves.',
    'The key has every permission that is needed.',
    'The default payment link is https://duologue.example/checkout.',
    'duologue.example is approved for checkout.',
    'Paddle tells us about every event we act on.',
    'A transaction can be opened.',
  ]);
});

it.each<[string, Account, object, RegExp]>([
  [
    'a business that is not verified',
    { onboarded: false },
    {},
    /^Nothing can be sold: finish the verification/,
  ],
  [
    'a key that was revoked',
    { key: { status: 'revoked' } },
    {},
    /^Paddle does not accept PADDLE_API_KEY .*make a key/,
  ],
  [
    'a key of another account',
    {},
    { apiKey: 'pdl_live_apikey_x' },
    /^Paddle does not accept PADDLE_API_KEY/,
  ],
  [
    'a key without permissions',
    {
      key: { permissions: ['transaction.write', 'checkout_domain.read', 'checkout_settings.read'] },
    },
    {},
    /^PADDLE_API_KEY lacks adjustment.write, notification_setting.read: tick them/,
  ],
  [
    'a key of the live account',
    { environment: 'production' },
    {},
    /^PADDLE_API_KEY is of the live account/,
  ],
  [
    'a token of the live account',
    {},
    { clientToken: 'live_x' },
    /^PADDLE_CLIENT_TOKEN is of the live account/,
  ],
  [
    'another payment link',
    { paymentLink: 'https://other.example/' },
    {},
    /^The default payment link is https:\/\/other.example\/: enter https:\/\/duologue.example\/checkout/,
  ],
  [
    'a website nobody asked about',
    { domains: [] },
    {},
    /^Paddle has not been asked to approve duologue.example/,
  ],
  [
    'a website in review',
    { domains: [{ domain: 'duologue.example', status: 'in_review' }] },
    {},
    /^Paddle has yet to approve duologue.example/,
  ],
  [
    'a website that was rejected',
    { domains: [{ domain: 'duologue.example', status: 'rejected' }] },
    {},
    /^Paddle has rejected duologue.example/,
  ],
  [
    'a single event',
    { events: ['transaction.paid'] },
    {},
    /^Paddle does not tell us about transaction.completed, .*client_token.revoked: tick them/,
  ],
])('%s is told in one sentence that says what to do', async (_what, account, change, sentence) => {
  const matching = (await troubles(account, change)).filter((one) => sentence.test(one));
  expect(matching).toHaveLength(1);
  expect(matching[0]).toMatch(/^\S.*\.$/);
});

it('no payment link is told once for the link, and once for what it keeps from happening', async () => {
  expect(await troubles({ paymentLink: null, domains: null })).toEqual([
    expect.stringMatching(/^The default payment link is not set: enter/),
    expect.stringMatching(/^Paddle has not been asked to approve/),
    expect.stringMatching(/^Nothing can be sold: set the default payment link/),
  ]);
});

it('an account on its first day has a sentence for the key, and no look at what it may not read', async () => {
  expect(await troubles(freshAccounts.paddle)).toEqual([
    expect.stringMatching(/^PADDLE_API_KEY lacks transaction.write, adjustment.write, checkout_/),
  ]);
});

it('a Paddle that is away is one finding and no rejection', async () => {
  paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
  expect(await troubles()).toEqual([expect.stringMatching(/^Paddle does not answer/)]);
});

it('a check that is called off rejects with the reason', async () => {
  const account = seller();
  const signal = AbortSignal.abort(new Error('called off'));
  const checking = paddleCheck({ account, publicUrl: PUBLIC_URL }, { buy: false, signal });
  await expect(checking).rejects.toThrow('called off');
});
