import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { PodcastStatus, Stage } from '#shared/episode.ts';
import type { ModelSet } from '#shared/models.ts';
import type { OrderFlag, OrderStatus, RefundReason } from '#shared/order.ts';
import { LENGTH_TOLERANCE, type QualityCard } from '#shared/quality.ts';
import type { Outline, Speaker } from '#shared/script.ts';
import type { Adjustment } from '../payments/payments.ts';

/*
 * Money is integer US cents; times are timestamptz set by the database's clock, because two
 * instances' clocks may differ. Names are the spec's (section 3), snake_case in SQL.
 */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** How somebody showed that the address of the account they are signed in to is theirs. */
export type VerifiedBy = 'letter' | 'reset' | 'google' | 'demo';

export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    email: text().notNull(),
    username: text().notNull(),
    passwordHash: text('password_hash'),
    googleId: text('google_id').unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    authProvider: text('auth_provider').notNull().default('local'),
    isAdmin: boolean('is_admin').notNull().default(false),
    emailVerifiedAt: at('email_verified_at'),
    /** Null with a time above: proven by anybody's click, as it was once; that counts for nothing. */
    emailVerifiedBy: text('email_proven_by').$type<VerifiedBy>(),
    monthlyPodcastsGenerated: integer('monthly_podcasts_generated').notNull().default(0),
    monthlyResetDate: at('monthly_reset_date')
      .notNull()
      .default(sql`date_trunc('month', now()) + interval '1 month'`),
    subscriptionStatus: text('subscription_status').notNull().default('free'),
    hasUsedFreePodcast: boolean('has_used_free_podcast').notNull().default(false),
    hasMadeFirstPurchase: boolean('has_made_first_purchase').notNull().default(false),
    feedToken: text('feed_token').unique(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (users) => [
    uniqueIndex('users_email_unique').on(sql`lower(${users.email})`),
    uniqueIndex('users_username_unique').on(sql`lower(${users.username})`),
  ],
);

export const passwordResetTokens = pgTable('password_reset_tokens', {
  id: serial().primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the mailed token, hex: a dump of this table opens no account. */
  token: text().notNull().unique(),
  expiresAt: at('expires_at').notNull(),
  used: boolean().notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: serial().primaryKey(),
    code: varchar({ length: 50 }).notNull(),
    discountPercent: integer('discount_percent').notNull(),
    maxUses: integer('max_uses'),
    usedCount: integer('used_count').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: at('expires_at'),
    minimumDuration: integer('minimum_duration'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (codes) => [uniqueIndex('discount_codes_code_unique').on(sql`lower(${codes.code})`)],
);

export const podcasts = pgTable(
  'podcasts',
  {
    id: serial().primaryKey(),
    /** Never changes, and is no secret: storage keys and feeds show it. */
    publicId: text('public_id').notNull().unique(),
    /** Each opens the episode to whoever holds it, and ends without the other (`podcasts/links.ts`). */
    shareToken: text('share_token').notNull().unique(),
    emailToken: text('letter_token')
      .notNull()
      .unique()
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    topic: text().notNull(),
    tone: text().notNull(),
    style: text().notNull(),
    duration: integer().notNull(),
    voice1Id: text('voice1_id').notNull(),
    voice1Name: text('voice1_name').notNull(),
    voice2Id: text('voice2_id').notNull(),
    voice2Name: text('voice2_name').notNull(),
    email: text().notNull(),
    /** With what it is made, as it was sold; null in a row from before that was kept, until it is begun. */
    models: jsonb().$type<ModelSet>(),
    status: text().$type<PodcastStatus>().notNull().default('processing'),
    stage: text().$type<Stage>().notNull().default('queued'),
    /** Rises each time a worker takes the episode; a write with an older number changes nothing. */
    lease: integer().notNull().default(0),
    /** How often providers failed this episode; take-overs after a crash do not count. */
    attempts: integer().notNull().default(0),
    outline: jsonb().$type<Outline>(),
    /** Sections whose script is complete: a restart never writes them again. */
    sectionsWritten: integer('sections_written').notNull().default(0),
    linesWritten: integer('lines_written').notNull().default(0),
    linesSpoken: integer('lines_spoken').notNull().default(0),
    millisecondsSpoken: integer('milliseconds_spoken').notNull().default(0),
    /** Measured on the finished file. */
    durationSeconds: doublePrecision('duration_seconds'),
    audioBytes: bigint('audio_bytes', { mode: 'number' }),
    audioKey: text('audio_key'),
    summary: text(),
    failure: text(),
    /** Null until the first take is measured, and for what was made before there were such cards. */
    quality: jsonb().$type<Partial<QualityCard>>(),
    isSample: boolean('is_sample').notNull().default(false),
    /** Nobody may hear it while its payment is charged back. */
    withheld: boolean().notNull().default(false),
    audioUrl: text('audio_url'),
    paddleTransactionId: text('paddle_transaction_id'),
    amountPaid: integer('amount_paid').notNull().default(0),
    discountCode: text('discount_code'),
    discountAmount: integer('discount_amount').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    completedAt: at('completed_at'),
  },
  (podcasts) => [
    index('podcasts_user').on(podcasts.userId, podcasts.id),
    index('podcasts_status').on(podcasts.status),
    // The last twenty say how long the next one will take, and every look at one asks.
    index('podcasts_pace')
      .on(podcasts.completedAt.desc())
      .where(sql`${podcasts.status} = 'completed' and not ${podcasts.isSample}`),
    // A dozen among all: every visitor's first page lists them.
    index('podcasts_samples').on(podcasts.id).where(sql`${podcasts.isSample}`),
    // Word for word what `podcasts/missedLength.ts` asks: looked for every few seconds, and very rare.
    index('podcasts_missed')
      .on(podcasts.id)
      .where(
        sql`${podcasts.status} = 'completed'
          and abs((${podcasts.quality}->>'lengthError')::float) > ${sql`${LENGTH_TOLERANCE}`.inlineParams()}`,
      ),
  ],
);

/** The ledger that makes a restart free: one row a line, written before it is spoken. */
export const podcastLines = pgTable(
  'podcast_lines',
  {
    podcastId: integer('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    section: integer().notNull(),
    speaker: text().$type<Speaker>().notNull(),
    text: text().notNull(),
    /** A `dropped` line was spoken and cut for length: nobody hears it, and its clip is still to go. */
    state: text().$type<'written' | 'spoken' | 'dropped'>().notNull().default('written'),
    /** Where the clip is stored: a hash of voice, model, settings and text. */
    clipKey: text('clip_key'),
    /** Length of the trimmed clip. */
    milliseconds: integer(),
    /** Start on the finished timeline, set by mastering. */
    startMilliseconds: integer('start_milliseconds'),
  },
  (lines) => [
    primaryKey({ columns: [lines.podcastId, lines.position] }),
    // A week of clips among the lines of all time, and who else says the same.
    index('podcast_lines_clip').on(lines.clipKey).where(sql`${lines.clipKey} is not null`),
  ],
);

/** What can be heard before the file is finished: one MP3 a closed section, on its timeline. */
export const podcastParts = pgTable(
  'podcast_parts',
  {
    podcastId: integer('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer().notNull(),
    startMilliseconds: integer('start_milliseconds').notNull(),
    milliseconds: integer().notNull(),
    audioKey: text('audio_key').notNull(),
  },
  (parts) => [primaryKey({ columns: [parts.podcastId, parts.number] })],
);

/** What we spent at a provider, a row a purchase, whether or not anything came of it. */
export const expenses = pgTable(
  'expenses',
  {
    id: serial().primaryKey(),
    podcastId: integer('podcast_id').references(() => podcasts.id, { onDelete: 'set null' }),
    provider: text().notNull(),
    /** Null in a row from before that was kept. */
    model: text(),
    inputTokens: integer('input_tokens').notNull().default(0),
    cachedTokens: integer('cached_tokens').notNull().default(0),
    cacheWriteTokens: integer('cache_write_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    characters: integer().notNull().default(0),
    microdollars: integer().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (expenses) => [
    index('expenses_at').on(expenses.at),
    index('expenses_podcast').on(expenses.podcastId),
  ],
);

/** Which instances speak at the moment, so that they share the account's calls among them. */
export const speechShares = pgTable('speech_shares', {
  instance: text().primaryKey(),
  /** Episodes of this instance that have lines to be spoken. */
  episodes: integer().notNull(),
  /** Calls at once that the account allows, as far as this instance has learnt; null is nothing learnt. */
  learnt: integer(),
  seenAt: at('seen_at').notNull().defaultNow(),
});

/** Calls to the script's model that wait for their turn, or were made and not answered yet. */
export const scriptCalls = pgTable('script_calls', {
  id: text().primaryKey(),
  /** Who asked first goes first. */
  number: serial().notNull(),
  /** Whose limits count: a server's for one model. */
  quota: text().notNull(),
  tokens: doublePrecision().notNull(),
  /** Null while it waits. */
  madeAt: at('made_at'),
  seenAt: at('seen_at').notNull().defaultNow(),
});

/** What a server allows of requests and tokens, as its last answer told it. */
export const scriptLimits = pgTable(
  'script_limits',
  {
    quota: text().notNull(),
    kind: text().$type<'requests' | 'tokens'>().notNull(),
    limit: doublePrecision().notNull(),
    remaining: doublePrecision().notNull(),
    /** Milliseconds from `heardAt` until all of it remains again; it comes back evenly. */
    fullIn: doublePrecision('full_in').notNull(),
    receivedAt: at('heard_at').notNull(),
  },
  (limits) => [primaryKey({ columns: [limits.quota, limits.kind] })],
);

/** Where a listener with an account stopped, for their other devices. */
export const listeningPositions = pgTable(
  'listening_positions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    podcastId: integer('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    seconds: doublePrecision().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (positions) => [primaryKey({ columns: [positions.userId, positions.podcastId] })],
);

export const orders = pgTable(
  'orders',
  {
    id: serial().primaryKey(),
    publicId: text('public_id').notNull().unique(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    topic: text().notNull(),
    tone: text().notNull(),
    style: text().notNull(),
    duration: integer().notNull(),
    voice1Id: text('voice1_id').notNull(),
    voice1Name: text('voice1_name').notNull(),
    voice2Id: text('voice2_id').notNull(),
    voice2Name: text('voice2_name').notNull(),
    email: text().notNull(),
    /** With what its episode is to be made; null in a row from before that was kept. */
    models: jsonb().$type<ModelSet>(),
    listPrice: integer('list_price').notNull(),
    discountCodeId: integer('discount_code_id').references(() => discountCodes.id),
    discountCode: text('discount_code'),
    discountPercent: integer('discount_percent').notNull().default(0),
    /** True while this order holds one of its code's uses. */
    discountReserved: boolean('discount_reserved').notNull().default(false),
    discountAmount: integer('discount_amount').notNull().default(0),
    total: integer().notNull(),
    isBonus: boolean('is_bonus').notNull().default(false),
    status: text().$type<OrderStatus>().notNull().default('open'),
    /** Why a person must look at this order, each reason once, oldest first. */
    flags: jsonb().$type<OrderFlag[]>().notNull().default([]),
    /** The oldest of them; null when nobody must look. */
    flag: text().generatedAlwaysAs(sql`flags -> 0 ->> 'reason'`),
    paddleTransactionId: text('paddle_transaction_id').unique(),
    podcastId: integer('podcast_id')
      .unique()
      .references(() => podcasts.id),
    idempotencyKey: text('idempotency_key'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull().default(sql`now() + interval '60 minutes'`),
    paidAt: at('paid_at'),
    /** What we have promised the buyer; null when nobody of ours did, whatever began at Paddle. */
    refundReason: text('refund_reason').$type<RefundReason>(),
    /** When Paddle is asked (again); null when nothing is to be asked, or it has refused for good. */
    refundDueAt: at('refund_due_at'),
    /** The adjustment by which the whole sum goes back, or has: ours or one begun at Paddle. */
    refundId: text('refund_id'),
    refundedAt: at('refunded_at'),
    chargedBack: boolean('charged_back').notNull().default(false),
    /** When that last began or ended, as we heard of it. */
    chargebackChangedAt: at('chargeback_changed_at'),
    /** The free episode or the discount's use went back to the buyer: the episode failed. */
    benefitsReturnedAt: at('perks_returned_at'),
  },
  (orders) => [
    uniqueIndex('orders_idempotency').on(orders.userId, orders.idempotencyKey),
    uniqueIndex('orders_one_reservation')
      .on(orders.userId, orders.discountCodeId)
      .where(sql`${orders.discountReserved} and ${orders.status} = 'open'`),
    index('orders_user').on(orders.userId, orders.id),
    index('orders_status').on(orders.status, orders.expiresAt),
    index('orders_refund_due').on(orders.refundDueAt).where(sql`${orders.refundDueAt} is not null`),
  ],
);

/**
 * What Paddle does with money that came in, one row each, as it stands now. How an order's refund and
 * chargeback stand follows from its rows alone (`orders/refundState.ts`), in whatever order they are told.
 */
export const adjustments = pgTable(
  'adjustments',
  {
    /** Paddle's. */
    id: text().primaryKey(),
    transactionId: text('transaction_id').notNull(),
    action: text().notNull(),
    type: text().$type<Adjustment['type']>().notNull(),
    status: text().$type<Adjustment['status']>().notNull(),
    /** By Paddle's clock. */
    changedAt: at('changed_at').notNull(),
    /** We asked for it, to keep the promise that stands. */
    isOurs: boolean('is_ours').notNull().default(false),
  },
  (adjustments) => [index('adjustments_transaction').on(adjustments.transactionId)],
);

/** Payments that Paddle took in the name of an order and that pay for nothing. */
export const strayPayments = pgTable(
  'stray_payments',
  {
    transactionId: text('transaction_id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The price asked, in the lowest denomination of `currency`. */
    cents: integer().notNull(),
    currency: text().notNull(),
    /** Why nothing is made for it. */
    reason: text().notNull(),
    seenAt: at('seen_at').notNull().defaultNow(),
    /** When it was decided that it goes back. */
    refundAskedAt: at('refund_asked_at'),
    /** As in `orders`. */
    refundDueAt: at('refund_due_at'),
    refundId: text('refund_id'),
    refundedAt: at('refunded_at'),
    chargedBack: boolean('charged_back').notNull().default(false),
  },
  (strays) => [index('stray_payments_order').on(strays.orderId)],
);

export const discountCodeUsages = pgTable('discount_code_usages', {
  id: serial().primaryKey(),
  codeId: integer('code_id')
    .notNull()
    .references(() => discountCodes.id),
  podcastId: integer('podcast_id')
    .notNull()
    .unique()
    .references(() => podcasts.id),
  usedAt: at('used_at').notNull().defaultNow(),
});

/** What Paddle told us, kept as it came: stored before it is acted on, acted on once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text().notNull(),
    occurredAt: at('occurred_at').notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    receivedAt: at('received_at').notNull().defaultNow(),
    handledAt: at('handled_at'),
    outcome: text(),
  },
  (events) => [
    index('payment_events_unhandled').on(events.receivedAt).where(sql`${events.handledAt} is null`),
  ],
);

/**
 * What is to be mailed, written in the same transaction as its occasion and sent afterwards:
 * one row per occasion, so that a letter is neither lost nor written twice.
 */
export const emails = pgTable(
  'letters',
  {
    id: serial().primaryKey(),
    /** What the letter is about, e.g. `podcast:12` or `user:7`. */
    about: text().notNull(),
    kind: text().notNull(),
    recipient: text().notNull(),
    messageId: text('message_id').notNull().unique(),
    /** Emptied once it is sent. */
    content: jsonb().$type<{ subject: string; text: string; html: string; unsubscribe?: string }>(),
    /** Also a claim's number: whoever has an older one has lost it. */
    attempts: integer().notNull().default(0),
    /** How often the mail server put off this very letter. */
    refusals: integer().notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    bounce: text(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (emails) => [
    uniqueIndex('letters_once').on(emails.about, emails.kind),
    index('letters_due')
      .on(emails.nextAttemptAt)
      .where(sql`${emails.sentAt} is null and ${emails.bounce} is null`),
  ],
);

export const audit = pgTable('audit', {
  id: serial().primaryKey(),
  actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
  action: text().notNull(),
  target: text().notNull(),
  detail: jsonb().$type<Record<string, unknown>>(),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const contactMessages = pgTable('contact_messages', {
  id: serial().primaryKey(),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  name: text(),
  email: text().notNull(),
  message: text().notNull(),
  /** The episode it is about, where it is a report. */
  podcastId: integer('podcast_id').references(() => podcasts.id, { onDelete: 'set null' }),
  createdAt: at('created_at').notNull().defaultNow(),
  handledAt: at('handled_at'),
});

export const voicesCache = pgTable('voices_cache', {
  provider: text().primaryKey(),
  voices: jsonb().$type<unknown[]>().notNull(),
  fetchedAt: at('fetched_at').notNull().defaultNow(),
});

/** What is known of a voice under one of the narrator's settings: whether it has spoken here. */
export const voiceSamples = pgTable(
  'voice_samples',
  {
    voiceId: text('voice_id').notNull(),
    settings: text().notNull(),
    /** When its sample was stored. */
    sampledAt: at('heard_at'),
    /** Since when the provider lets it speak no more, and why, in the provider's words. */
    failedAt: at('failed_at'),
    reason: text(),
    /** The end of the voice that the operator has been told of. */
    endAnnounced: at('end_announced'),
  },
  (samples) => [primaryKey({ columns: [samples.voiceId, samples.settings] })],
);

/**
 * The circuit breaker of each provider that something is known against; one without a row serves us.
 * `closed` is failing, and not yet known to be away; `open` is away; at `half-open` it has served a
 * probe, and its next answer to an episode decides.
 */
export const providerCircuits = pgTable('provider_circuits', {
  provider: text().primaryKey(),
  state: text({ enum: ['closed', 'open', 'half-open'] })
    .notNull()
    .default('closed'),
  reason: text({ enum: ['away', 'refused'] })
    .notNull()
    .default('away'),
  /** The last failure, in the provider's words. */
  message: text().notNull(),
  /** Episodes that have failed in this state, at most two. */
  episodes: text().array().notNull().default(sql`'{}'`),
  /** The first and the last failure without a success in between. */
  failingSince: at('failing_since').notNull().defaultNow(),
  failedAt: at('failed_at').notNull().defaultNow(),
  openedAt: at('opened_at'),
  halfOpenAt: at('half_open_at'),
  /** Probes of this outage so far, and when the next one is due. */
  probes: integer().notNull().default(0),
  nextProbeAt: at('next_probe_at').notNull().defaultNow(),
});

/** The processes of the product by their last sign of life. */
export const instances = pgTable('instances', {
  id: text().primaryKey(),
  /** Null where it makes no episodes. */
  canProduce: boolean('can_produce'),
  seenAt: at('seen_at').notNull().defaultNow(),
});

/** Values the installation made for itself, e.g. the session secret. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** As connect-pg-simple wants it. */
export const session = pgTable(
  'session',
  {
    sid: varchar().primaryKey(),
    sess: json().notNull(),
    expire: timestamp({ precision: 6 }).notNull(),
  },
  (session) => [index('session_expire').on(session.expire)],
);

/** As rate-limiter-flexible's RateLimiterPostgres wants it. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
