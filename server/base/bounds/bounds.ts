import type { ProblemCode } from '#shared/problem.ts';

/**
 * How often one call may be made in `seconds`. Each account has its own share, and the accounts of
 * one network have `accounts` together. Callers without one share `network`; so do all if `account`
 * is missing. A network wider than a /64 gets more, see `WIDER`.
 */
export interface Bound {
  seconds: number;
  account?: number;
  network?: number;
  accounts?: number;
  /** For everybody together; keep every other share far below it. */
  everybody?: number;
  refusal?: readonly [ProblemCode, string];
}

const HOUR = 3600;
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

/** `docs/security.md` lists these among everything else that is bounded. */
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
  /** Each calls the moderator once; a repeated idempotency key does not count. */
  order: { seconds: 600, account: 10, accounts: 200, refusal: ['too_many', TOO_MANY_ORDERS] },
  checkout: { seconds: 600, account: 30, accounts: 300, refusal: ['too_many', TOO_MANY_CHECKOUTS] },
  /**
   * Paddle allows 240 calls a minute from one address. A minute overlaps at most four windows:
   * checkouts get at most 120 calls, and reconciliation the rest.
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
  /** Each buys a model's answer; `everybody` keeps a day of them below some ten dollars. */
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
 * How much more a /56 and a /48 of IPv6 get than a /64: a home often has a /56 and a server a /48
 * (RFC 6177), which would otherwise multiply each share by 256 and 65,536. Where `everybody` is
 * bounded, no network gets more than two thirds of it.
 */
export const WIDER = [1, 4, 16] as const;
