import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { discountCode } from './discount.ts';
import { PODCAST_STATUSES, STAGES } from './episode.ts';
import { ORDER_STATUSES, order, orderFlag } from './order.ts';
import { costs, qualityCard } from './quality.ts';
import { foundSource, STRENGTHS } from './sources.ts';

/*
 * Requests and replies of `/api/admin/…`. Lists come newest first; `nextCursor` is null on the last
 * page. Money is in integer US cents.
 */

const nextCursor = z.string().nullable();
const moment = z.iso.datetime();

export const discountCodeList = z.object({ discountCodes: z.array(discountCode), nextCursor });

const adminOrder = order.extend({
  /** Email of the account that placed it; null if deleted. The episode's email goes to `email`. */
  account: z.string().nullable(),
  /** Reasons for a manual review, oldest first. */
  flags: z.array(orderFlag),
  paidAt: moment.nullable(),
  /** Paddle's adjustment for the refund. */
  refundId: z.string().nullable(),
  /** When the refund is requested from Paddle next. If this and `refundId` are null while the refund is
   * pending, Paddle rejected it for good. */
  refundDueAt: moment.nullable(),
  refundedAt: moment.nullable(),
});
export type AdminOrder = z.infer<typeof adminOrder>;
export const orderList = z.object({ orders: z.array(adminOrder), nextCursor });

const paymentEvent = z.object({
  id: z.string(),
  type: z.string(),
  transactionId: z.string().nullable(),
  occurredAt: moment,
  receivedAt: moment,
  handledAt: moment.nullable(),
  outcome: z.string().nullable(),
});
export type PaymentEventSummary = z.infer<typeof paymentEvent>;
export const paymentEventList = z.object({ paymentEvents: z.array(paymentEvent), nextCursor });

/** One event with Paddle's original body, which contains personal data. */
export const paymentEventReply = z.object({
  paymentEvent: paymentEvent.extend({ payload: z.record(z.string(), z.unknown()) }),
});

const verdictCounts = { yes: z.number().int(), no: z.number().int() };

const adminPodcast = z.object({
  publicId: z.string(),
  /** Null for an episode that we made ourselves. */
  orderId: z.string().nullable(),
  title: z.string(),
  topic: z.string(),
  duration: z.number().int(),
  voice1Name: z.string(),
  voice2Name: z.string(),
  email: z.string(),
  status: z.enum(PODCAST_STATUSES),
  stage: z.enum(STAGES),
  failure: z.string().nullable(),
  attempts: z.number().int(),
  /** Last sign of progress, if production seems stuck. */
  stuckSince: moment.nullable(),
  /** Whether production can be repeated; `gift` if the order has been refunded. */
  retry: z.enum(['again', 'gift']).nullable(),
  /** Partial, because older episodes lack newer measurements. */
  quality: qualityCard.partial().nullable(),
  /** What reading up came to; null before it ended, and in old episodes. */
  research: z
    .object({
      seconds: z.number().nullable(),
      sources: z.number().int(),
      facts: z.number().int(),
      /** Lines whose reader has changed them, or had them left out. */
      linesRewritten: z.number().int(),
      linesCut: z.number().int(),
      /** Lines that nobody has read before they were spoken. */
      linesUnread: z.number().int(),
    })
    .nullable(),
  verdicts: z.object({
    ...verdictCounts,
    /** What was wrong, newest first, as listeners put it. */
    notes: z.array(z.object({ text: z.string(), saidAt: moment })),
  }),
  /** Provider costs so far; null if none. */
  costs: costs.nullable(),
  /** What the payment provider kept of its price, cents. */
  feeCents: z.number().int(),
  /** Revenue of its order, less refunds. */
  revenueCents: z.number().int(),
  durationSeconds: z.number().nullable(),
  isSample: z.boolean(),
  /** Set once the episode can be played. */
  listenUrl: z.string().nullable(),
  createdAt: moment,
  completedAt: moment.nullable(),
});
export type AdminPodcast = z.infer<typeof adminPodcast>;
export const podcastList = z.object({ podcasts: z.array(adminPodcast), nextCursor });
export const podcastReply = z.object({ podcast: adminPodcast });

/** What an episode has read, private or not, and what an admin has taken out of it. */
const adminSource = foundSource.extend({
  url: z.string().nullable(),
  isRemoved: z.boolean(),
  paper: z.string(),
  /** As on the listen page; then how many facts its reader stated, was asked for again, and lines have used. */
  extent: z.string(),
  stated: z.number().int(),
  askedAgain: z.number().int(),
  used: z.number().int(),
  facts: z.array(
    z.object({
      number: z.number().int(),
      text: z.string(),
      quote: z.string(),
      strength: z.enum(STRENGTHS),
      isRemoved: z.boolean(),
    }),
  ),
});
export type AdminSource = z.infer<typeof adminSource>;
export const adminSources = z.object({ sources: z.array(adminSource) });

const sentEmail = z.object({
  kind: z.string(),
  recipient: z.string(),
  attempts: z.number().int(),
  createdAt: moment,
  sentAt: moment.nullable(),
  bounce: z.string().nullable(),
});

/** A payment that names an order but does not pay for it. */
const unmatchedPayment = z.object({
  transactionId: z.string(),
  /** Amount in the lowest denomination of `currency`. */
  cents: z.number().int(),
  currency: z.string(),
  reason: z.string(),
  seenAt: moment,
  state: z.enum(['kept', 'going back', 'given back', 'refused', 'charged back']),
});
export type UnmatchedPayment = z.infer<typeof unmatchedPayment>;

const adminOrderDetail = adminOrder.extend({
  unmatchedPayments: z.array(unmatchedPayment),
  paymentEvents: z.array(paymentEvent),
  episode: adminPodcast.nullable(),
  emails: z.array(sentEmail),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>;
export const orderReply = z.object({ order: adminOrderDetail });

const message = z.object({
  id: z.number().int(),
  name: z.string().nullable(),
  /** Empty if the reporter wants no answer. */
  email: z.string(),
  message: z.string(),
  episode: z.object({ title: z.string(), listenUrl: z.string() }).nullable(),
  createdAt: moment,
  handledAt: moment.nullable(),
});
export type ContactMessage = z.infer<typeof message>;
export const messageList = z.object({ messages: z.array(message), nextCursor });
export const messageReply = z.object({ message });

const adminUser = z.object({
  id: z.number().int(),
  email: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  authProvider: z.string(),
  isAdmin: z.boolean(),
  emailVerifiedAt: moment.nullable(),
  subscriptionStatus: z.string(),
  monthlyPodcastsGenerated: z.number().int(),
  hasMadeFirstPurchase: z.boolean(),
  hasUsedFreePodcast: z.boolean(),
  /** Paid orders, and their revenue less refunds in cents. */
  orders: z.number().int(),
  spent: z.number().int(),
  /** Episodes with sound that were paid back: seconds spoken, and where the account stopped playing. */
  paidBack: z.object({ episodes: z.number().int(), spoken: z.number(), played: z.number() }),
  createdAt: moment,
});
export type AdminUser = z.infer<typeof adminUser>;
export const userList = z.object({ users: z.array(adminUser), nextCursor });

const auditEntry = z.object({
  id: z.number().int(),
  /** The admin's email; null if the account was deleted. */
  actor: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  createdAt: moment,
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.object({ audit: z.array(auditEntry), nextCursor });

const sales = {
  /** Orders paid with money. */
  count: z.number().int(),
  cents: z.number().int(),
  refunds: z.number().int(),
  refundedCents: z.number().int(),
};

/**
 * Revenue less refunds in cents, what the payment provider kept of it, and provider costs including voice
 * samples in micro-dollars.
 */
const spending = {
  cents: z.number().int(),
  feeCents: z.number().int(),
  microdollars: z.number().int(),
};

/**
 * `GET /api/admin/figures`. A sale counts when paid, a refund when Paddle has approved it. Chargebacks
 * count as refunds.
 */
const figures = z.object({
  /** The last 30 days in UTC without gaps, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), ...sales })),
  lengths: z.array(z.object({ duration: z.number().int(), ...sales })),
  totals: z.object({ ...sales, givenAway: z.number().int(), discountCents: z.number().int() }),
  verdicts: z.object(verdictCounts),
  /** Since midnight UTC; `month` since the first of the month. */
  today: z.object(spending),
  month: z.object(spending),
  /** Those that were asked for in these 30 days, and how many of them an order was paid for. */
  previews: z.object({
    count: z.number().int(),
    withSound: z.number().int(),
    microdollars: z.number().int(),
    ordered: z.number().int(),
  }),
  /** What came of each channel in these 30 days, in the order of `CHANNELS`. */
  channels: z.array(
    z.object({
      channel: z.enum(CHANNELS),
      listens: z.number().int(),
      previews: z.number().int(),
      /** Orders paid with money, refunded since or not. */
      orders: z.number().int(),
      cents: z.number().int(),
    }),
  ),
});
export type Figures = z.infer<typeof figures>;
export const figuresReply = z.object({ figures });

/** `GET /api/admin/costs`, where nothing is sold. Micro-dollars, in UTC, including voice samples. */
const houseCosts = z.object({
  /** Since midnight; `month` since the first of the month. */
  today: z.number().int(),
  month: z.number().int(),
  /** For a day; null without a limit. */
  cap: z.number().int().nullable(),
  minutesAMonth: z.number().int(),
  /** What each account has had of this month: a hundred at most, the one with most minutes first. */
  accounts: z.array(
    z.object({
      id: z.number().int(),
      email: z.string(),
      minutes: z.number().int(),
      microdollars: z.number().int(),
    }),
  ),
});
export type HouseCosts = z.infer<typeof houseCosts>;
export const houseCostsReply = z.object({ costs: houseCosts });

/** `GET /api/admin/health`: whether orders are taken, and if not, why. */
const health = z.object({
  selling: z.boolean(),
  /** False while no instance can produce episodes. */
  producing: z.boolean(),
  /**
   * Providers that are unavailable, or reject our key, plan or credit, with their message. All except
   * `SMTP` close the sales gate.
   */
  outages: z.array(
    z.object({
      provider: z.string(),
      reason: z.enum(['away', 'refused']),
      message: z.string(),
      since: moment,
    }),
  ),
  /** Micro-dollars; `cap` is null without a daily limit. */
  spentToday: z.number().int(),
  cap: z.number().int().nullable(),
});
export type Health = z.infer<typeof health>;
export const healthReply = z.object({ health });

const search = z.string().trim().max(200).default('');

/** Filters of the lists, besides `cursor` and `limit`. Empty strings match everything. */
export const orderSearch = z.object({
  q: search,
  status: z.enum(['', ...ORDER_STATUSES]).default(''),
  flagged: z.enum(['', '1']).default(''),
});
export const eventSearch = z.object({ q: search, type: search });
export const podcastSearch = z.object({
  status: z.enum(['', ...PODCAST_STATUSES]).default(''),
  /** `1`: only episodes whose quality card has a flag. */
  flagged: z.enum(['', '1']).default(''),
  stuck: z.enum(['', '1']).default(''),
});
export const userSearch = z.object({ q: search });

/** `POST /api/admin/orders/:id/refund`: the order's total, or one unmatched payment. */
export const refundRequest = z.object({
  /** The unmatched payment's transaction. */
  payment: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
  reason: z.string().trim().max(200, 'Reason must be at most 200 characters').optional(),
});

/** `PUT /api/admin/podcasts/:publicId/sample`. */
export const sampleRequest = z.object({ isSample: z.boolean() });

/** `PATCH /api/admin/podcasts/:publicId/sources/:number`, and `…/facts/:number`. */
export const removalRequest = z.strictObject({ isRemoved: z.boolean() });

/** `POST /api/admin/podcasts/:publicId/retry`. */
export const retryRequest = z.object({
  /** Required if the order has been refunded, so that nothing is given away by accident. */
  gift: z.boolean().default(false),
});
