import { z } from 'zod';
import { storable } from './account.ts';
import { discountCode } from './discount.ts';
import { PODCAST_STATUSES, STAGES } from './episode.ts';
import { ORDER_STATUSES, order, orderFlag } from './order.ts';
import { costs, qualityCard } from './quality.ts';

/*
 * What `/api/admin/…` answers. Lists come newest first; `nextCursor` is null on the last page.
 * Money is integer US cents.
 */

const nextCursor = z.string().nullable();
const moment = z.iso.datetime();

export const discountCodeList = z.object({ discountCodes: z.array(discountCode), nextCursor });

const adminOrder = order.extend({
  /** The account that placed it; null when it is gone. The letter goes to `email`. */
  account: z.string().nullable(),
  /** Why a person must look at it, oldest first. */
  flags: z.array(orderFlag),
  paidAt: moment.nullable(),
  /** The adjustment by which Paddle gives the money back, or has. */
  refundId: z.string().nullable(),
  /** When Paddle is asked for the money (again). Without both, a refund under way was refused for good. */
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

/** One event with its body as Paddle sent it, which names people. */
export const paymentEventReply = z.object({
  paymentEvent: paymentEvent.extend({ payload: z.record(z.string(), z.unknown()) }),
});

const adminPodcast = z.object({
  publicId: z.string(),
  /** Null for one that the house made for itself. */
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
  /** When there was the last sign of it, where it should be on its way and is not. */
  stuckSince: moment.nullable(),
  /** How it can be made once more; `gift` where what it cost was given back. */
  retry: z.enum(['again', 'gift']).nullable(),
  /** Older episodes lack what was not measured yet. */
  quality: qualityCard.partial().nullable(),
  /** What was bought for it so far; null when nothing was. */
  costs: costs.nullable(),
  /** What its order brought and was not given back. */
  revenueCents: z.number().int(),
  durationSeconds: z.number().nullable(),
  isSample: z.boolean(),
  /** Set once there is something to hear. */
  listenUrl: z.string().nullable(),
  createdAt: moment,
  completedAt: moment.nullable(),
});
export type AdminPodcast = z.infer<typeof adminPodcast>;
export const podcastList = z.object({ podcasts: z.array(adminPodcast), nextCursor });
export const podcastReply = z.object({ podcast: adminPodcast });

const sentEmail = z.object({
  kind: z.string(),
  recipient: z.string(),
  attempts: z.number().int(),
  createdAt: moment,
  sentAt: moment.nullable(),
  bounce: z.string().nullable(),
});

/** A payment in the name of an order that pays for nothing. */
const strayPayment = z.object({
  transactionId: z.string(),
  /** The price asked, in the lowest denomination of `currency`. */
  cents: z.number().int(),
  currency: z.string(),
  /** Why nothing is made for it. */
  reason: z.string(),
  seenAt: moment,
  state: z.enum(['kept', 'going back', 'given back', 'refused', 'charged back']),
});
export type StrayPayment = z.infer<typeof strayPayment>;

/** One order with all that happened to it. */
const adminOrderDetail = adminOrder.extend({
  strayPayments: z.array(strayPayment),
  paymentEvents: z.array(paymentEvent),
  episode: adminPodcast.nullable(),
  emails: z.array(sentEmail),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>;
export const orderReply = z.object({ order: adminOrderDetail });

const message = z.object({
  id: z.number().int(),
  name: z.string().nullable(),
  /** Empty where a report wants no answer. */
  email: z.string(),
  message: z.string(),
  /** What a report is about. */
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
  /** Paid orders, and what they brought less what went back, cents. */
  orders: z.number().int(),
  spent: z.number().int(),
  createdAt: moment,
});
export type AdminUser = z.infer<typeof adminUser>;
export const userList = z.object({ users: z.array(adminUser), nextCursor });

const auditEntry = z.object({
  id: z.number().int(),
  /** The admin's email; null when that account is gone. */
  actor: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  createdAt: moment,
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.object({ audit: z.array(auditEntry), nextCursor });

const sales = {
  /** Orders that were paid with money. */
  count: z.number().int(),
  cents: z.number().int(),
  refunds: z.number().int(),
  refundedCents: z.number().int(),
};

/** What came in, less what went back, and what went to providers: samples of voices included. */
const spending = { cents: z.number().int(), microdollars: z.number().int() };

/**
 * `GET /api/admin/figures`. A sale counts when it is paid, a refund when Paddle has given it back; a
 * chargeback is one.
 */
const figures = z.object({
  /** The last 30 days in UTC, oldest first, none left out. */
  days: z.array(z.object({ day: z.iso.date(), ...sales })),
  lengths: z.array(z.object({ duration: z.number().int(), ...sales })),
  totals: z.object({ ...sales, givenAway: z.number().int(), discountCents: z.number().int() }),
  /** Since midnight and since the first of the month, UTC. */
  today: z.object(spending),
  month: z.object(spending),
});
export type Figures = z.infer<typeof figures>;
export const figuresReply = z.object({ figures });

/** `GET /api/admin/health`: whether anything is sold, and if not, why. */
const health = z.object({
  selling: z.boolean(),
  /** False while no instance can make episodes. */
  producing: z.boolean(),
  /**
   * Providers that are away, or refuse our key, plan or credit: since when, and in their words. All
   * but `SMTP` keep the till closed.
   */
  outages: z.array(
    z.object({
      provider: z.string(),
      reason: z.enum(['away', 'refused']),
      message: z.string(),
      since: moment,
    }),
  ),
  /** Micro-dollars; `cap` is null where a day may cost anything. */
  spentToday: z.number().int(),
  cap: z.number().int().nullable(),
});
export type Health = z.infer<typeof health>;
export const healthReply = z.object({ health });

const search = z.string().trim().max(200).default('').overwrite(storable);

/** Queries of the lists, beside `cursor` and `limit`. An empty one asks for everything. */
export const orderSearch = z.object({
  q: search,
  status: z.enum(['', ...ORDER_STATUSES]).default(''),
  flagged: z.enum(['', '1']).default(''),
});
export const eventSearch = z.object({ q: search, type: search });
export const podcastSearch = z.object({
  status: z.enum(['', ...PODCAST_STATUSES]).default(''),
  /** Only those whose quality card has a flag. */
  flagged: z.enum(['', '1']).default(''),
  stuck: z.enum(['', '1']).default(''),
});
export const userSearch = z.object({ q: search });

/** `POST /api/admin/orders/:id/refund`: what the order cost, or one payment that pays for nothing. */
export const refundRequest = z.object({
  /** The stray payment's transaction. */
  payment: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
  reason: z
    .string()
    .trim()
    .max(200, 'Reason must be at most 200 characters')
    .overwrite(storable)
    .optional(),
});

/** `PUT /api/admin/podcasts/:publicId/sample`. */
export const sampleRequest = z.object({ isSample: z.boolean() });

/** `POST /api/admin/podcasts/:publicId/retry`. */
export const retryRequest = z.object({
  /** Said where what it cost was given back, so that nobody gives anything away unawares. */
  gift: z.boolean().default(false),
});
