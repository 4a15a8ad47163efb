import { z } from 'zod';
import { account } from './account.ts';
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
  flags: z.array(orderFlag),
  paidAt: moment.nullable(),
  refundId: z.string().nullable(),
  /** Next request to Paddle. A pending refund without this and `refundId` was rejected for good. */
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

/** `payload` is Paddle's body, which may contain personal data. */
export const paymentEventReply = z.object({
  paymentEvent: paymentEvent.extend({ payload: z.record(z.string(), z.unknown()) }),
});

const verdictCounts = { yes: z.number().int(), no: z.number().int() };

const adminPodcast = z.object({
  publicId: z.string(),
  /** Null for a demo, which we made ourselves. */
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
  /** Time of the last progress; null unless production seems stuck. */
  stuckSince: moment.nullable(),
  /** Null while it cannot be repeated; `gift` if the buyer has been given everything back. */
  retry: z.enum(['again', 'gift']).nullable(),
  /** Partial, because older episodes lack newer measurements. */
  quality: qualityCard.partial().nullable(),
  research: z
    .object({
      seconds: z.number().nullable(),
      sources: z.number().int(),
      facts: z.number().int(),
      linesRewritten: z.number().int(),
      linesCut: z.number().int(),
      linesUnread: z.number().int(),
    })
    .nullable(),
  verdicts: z.object({
    ...verdictCounts,
    notes: z.array(z.object({ text: z.string(), saidAt: moment })),
  }),
  costs: costs.nullable(),
  /** The payment provider's fee, as configured; it keeps the fee after a refund. */
  feeCents: z.number().int(),
  /** 0 once refunded or charged back. */
  revenueCents: z.number().int(),
  durationSeconds: z.number().nullable(),
  isSample: z.boolean(),
  listenUrl: z.string().nullable(),
  createdAt: moment,
  completedAt: moment.nullable(),
});
export type AdminPodcast = z.infer<typeof adminPodcast>;
export const podcastList = z.object({ podcasts: z.array(adminPodcast), nextCursor });
export const podcastReply = z.object({ podcast: adminPodcast });

/** A source of the episode, even a private one or one that an admin has taken out. */
const adminSource = foundSource.extend({
  url: z.string().nullable(),
  isRemoved: z.boolean(),
  paper: z.string(),
  /** As on the listen page. Below, facts: stated by the reader, asked for again, used by lines. */
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
  /** In the lowest denomination of `currency`. */
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

const adminUser = account
  .omit({ profileImageUrl: true, hasMemory: true, hasPassword: true, emailVerified: true })
  .extend({
    emailVerifiedAt: moment.nullable(),
    /** Paid orders, and their revenue less refunds, cents. */
    orders: z.number().int(),
    spent: z.number().int(),
    /** Episodes with sound; seconds spoken, and where the account stopped playing. */
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

/** `cents` is revenue less refunds; `microdollars` are provider costs, including voice samples. */
const spending = {
  cents: z.number().int(),
  feeCents: z.number().int(),
  microdollars: z.number().int(),
};

/** A sale counts when paid, a refund when Paddle approved it; a chargeback is a refund. */
const figures = z.object({
  /** The last 30 days in UTC without gaps, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), ...sales })),
  lengths: z.array(z.object({ duration: z.number().int(), ...sales })),
  totals: z.object({ ...sales, givenAway: z.number().int(), discountCents: z.number().int() }),
  verdicts: z.object(verdictCounts),
  /** Since midnight UTC; `month` since the first of the month. */
  today: z.object(spending),
  month: z.object(spending),
  /** Previews of these 30 days; `ordered` counts those with a paid order. */
  previews: z.object({
    count: z.number().int(),
    withSound: z.number().int(),
    microdollars: z.number().int(),
    ordered: z.number().int(),
  }),
  /** Counts these 30 days, in the order of `CHANNELS`. */
  channels: z.array(
    z.object({
      channel: z.enum(CHANNELS),
      listens: z.number().int(),
      previews: z.number().int(),
      orders: z.number().int(),
      cents: z.number().int(),
    }),
  ),
});
export type Figures = z.infer<typeof figures>;
export const figuresReply = z.object({ figures });

/** `GET /api/admin/costs`, where nothing is sold. Micro-dollars, in UTC, including voice samples. */
const houseCosts = z.object({
  today: z.number().int(),
  month: z.number().int(),
  cap: z.number().int().nullable(),
  minutesAMonth: z.number().int(),
  /** This month's; at most 100 accounts, the one with the most minutes first. */
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

const health = z.object({
  selling: z.boolean(),
  producing: z.boolean(),
  /** They are away, or refuse our key, plan or credit. All but `SMTP` close the sales gate. */
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

/** Filters of the lists; an empty string matches everything. */
export const orderSearch = z.object({
  q: search,
  status: z.enum(['', ...ORDER_STATUSES]).default(''),
  flagged: z.enum(['', '1']).default(''),
});
export const eventSearch = z.object({ q: search, type: search });
export const podcastSearch = z.object({
  status: z.enum(['', ...PODCAST_STATUSES]).default(''),
  flagged: z.enum(['', '1']).default(''),
  stuck: z.enum(['', '1']).default(''),
});
export const userSearch = z.object({ q: search });

/** `POST /api/admin/orders/:id/refund`: the order's total, or one unmatched payment. */
export const refundRequest = z.object({
  payment: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
  reason: z.string().trim().max(200, 'Reason must be at most 200 characters').optional(),
});

export const sampleRequest = z.object({ isSample: z.boolean() });

export const removalRequest = z.strictObject({ isRemoved: z.boolean() });

export const retryRequest = z.object({
  /** Required if the order has been refunded, so that nothing is given away by accident. */
  gift: z.boolean().default(false),
});
