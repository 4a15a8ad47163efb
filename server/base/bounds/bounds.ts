import type { ProblemCode } from '#shared/problem.ts';

/**
 * How often one call may be made in a while. Somebody with an account has a share of their own, and the
 * accounts behind one network have `accounts` together; who has none shares `network`. A wider network
 * than a /64 has more, see `WIDER`.
 */
export interface Bound {
  seconds: number;
  account?: number;
  /** For all who come from one network without an account, or with one if `account` is missing. */
  network?: number;
  /** For all accounts that come from one network. */
  accounts?: number;
  /** For everybody together: nobody's share may come near it. */
  everybody?: number;
  /** What the refused one reads. */
  refusal?: readonly [ProblemCode, string];
}

const HOUR = 3600;
/** Each calls the moderator once; a repeated idempotency key does not count. */
const TOO_MANY_ORDERS =
  'You’ve placed a lot of orders in a short time. Please wait a few minutes and try again; everything you chose is kept.';
const TOO_MANY_CHECKOUTS =
  'You’ve opened the payment many times in a short while. Nothing was charged. Please wait a few minutes and try again.';
const CROWDED =
  'Many people are paying right now. Nothing was charged, and your order is kept. Please try again in half a minute.';
const TOO_MANY_TEXTS =
  'That was a lot of previews in a short time. Please wait a little, or order without one; everything you chose is kept.';
const TOO_MANY_SOUNDS =
  'You’ve played several previews in a short time. You can read this one now and hear it a little later.';

/** Every bound on calls; `docs/security.md` has them with what else is bounded. */
export const BOUNDS = {
  register: { seconds: HOUR, network: 200 },
  'reset-password': { seconds: HOUR, network: 30 },
  'forgot-password': { seconds: HOUR, network: 10 },
  'verify-email': { seconds: HOUR, account: 60, accounts: 600 },
  'verify-email-again': { seconds: HOUR, account: 5 },
  'google-sign-in': { seconds: 300, network: 200 },
  'google-token': { seconds: 300, network: 200 },
  disown: { seconds: HOUR, network: 30 },
  account: { seconds: 300, account: 30 },
  'discount-code': { seconds: HOUR, network: 120 },
  order: { seconds: 600, account: 10, accounts: 200, refusal: ['too_many', TOO_MANY_ORDERS] },
  checkout: { seconds: 600, account: 30, accounts: 300, refusal: ['too_many', TOO_MANY_CHECKOUTS] },
  /**
   * Paddle allows 240 calls a minute from one address. Any minute overlaps at most four windows of 20 s,
   * so checkouts have at most 120 of them, and reconciliation the rest.
   */
  'checkout-calls': {
    seconds: 20,
    account: 5,
    accounts: 20,
    everybody: 30,
    refusal: ['unavailable', CROWDED],
  },
  invoice: { seconds: HOUR, account: 20, accounts: 200 },
  sources: { seconds: HOUR, account: 20, accounts: 200, network: 20 },
  /** Each buys an answer of the model; the sum keeps a day of them below some ten dollars. */
  briefs: { seconds: HOUR, account: 30, accounts: 300, network: 30, everybody: 600 },
  previews: {
    seconds: HOUR,
    account: 10,
    accounts: 100,
    network: 10,
    refusal: ['too_many', TOO_MANY_TEXTS],
  },
  'preview-sounds': {
    seconds: HOUR,
    account: 3,
    accounts: 30,
    network: 3,
    refusal: ['too_many', TOO_MANY_SOUNDS],
  },
  reports: { seconds: HOUR, account: 5, accounts: 50, network: 5 },
  verdicts: { seconds: HOUR, account: 30, accounts: 300, network: 30 },
  listens: { seconds: HOUR, account: 60, accounts: 600, network: 60 },
  contact: { seconds: HOUR, account: 5, accounts: 50, network: 5 },
} satisfies Record<string, Bound>;

export type BoundName = keyof typeof BOUNDS;

/**
 * How much more a /56 and a /48 of IPv6 have than a /64: a home line often has a /56 and a server a /48
 * (RFC 6177), which would otherwise multiply each share by 256 and by 65,536. Of what is bounded for
 * everybody none has more than two thirds.
 */
export const WIDER = [1, 4, 16] as const;
