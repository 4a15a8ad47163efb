import { getTableName, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AnswerRange, Brief, OrderBrief, Recap } from '#shared/brief.ts';
import { CHANNELS } from '#shared/channels.ts';
import { type EpisodeWave, PODCAST_STATUSES, STAGES } from '#shared/episode.ts';
import type { ModelSet } from '#shared/models.ts';
import {
  ADJUSTMENT_STATUSES,
  ADJUSTMENT_TYPES,
  ORDER_STATUSES,
  type OrderFlag,
  REFUND_REASONS,
} from '#shared/order.ts';
import { LENGTH_TOLERANCE, type QualityCard } from '#shared/quality.ts';
import { BASES, DELIVERIES, type Outline, SPEAKERS, type Speaker } from '#shared/script.ts';
import { ATTACHMENT_KINDS, SOURCE_KINDS, STRENGTHS } from '#shared/sources.ts';
import type { VoiceTraits } from '#shared/voices.ts';

/*
 * Money is integer US cents. Times are set by the database's clock, because the clocks of two
 * instances may differ. A closed set of values is a CHECK and no enum type: a value added to an
 * enum cannot be used in the same migration run.
 */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** 0.00 to 100.00, as an admin typed it. */
const percent = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });

function oneOf(column: AnyPgColumn, values: readonly string[]) {
  const list = sql.raw(values.map((value) => `'${value}'`).join(', '));
  return check(`${getTableName(column.table)}_${column.name}_check`, sql`${column} in (${list})`);
}

/** The row goes with the one that it belongs to. */
const partOf = (name: string, whole: () => AnyPgColumn) =>
  integer(name).notNull().references(whole, { onDelete: 'cascade' });

const AUTH_PROVIDERS = ['local', 'google'] as const;
const VERIFIED_BY = ['email', 'reset', 'google', 'demo'] as const;
export type VerifiedBy = (typeof VERIFIED_BY)[number];

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
    authProvider: text('auth_provider', { enum: AUTH_PROVIDERS }).notNull().default('local'),
    isAdmin: boolean('is_admin').notNull().default(false),
    emailVerifiedAt: at('email_verified_at'),
    /** Null beside a time: an early release accepted anybody's click, which does not count. */
    emailVerifiedBy: text('email_verified_by', { enum: VERIFIED_BY }),
    monthlyPodcastsGenerated: integer('monthly_podcasts_generated').notNull().default(0),
    monthlyResetDate: at('monthly_reset_date')
      .notNull()
      .default(sql`date_trunc('month', now()) + interval '1 month'`),
    subscriptionStatus: text('subscription_status').notNull().default('free'),
    hasUsedFreePodcast: boolean('has_used_free_podcast').notNull().default(false),
    hasMadeFirstPurchase: boolean('has_made_first_purchase').notNull().default(false),
    feedToken: text('feed_token').unique(),
    /** Whether the writer may know what the user has heard before. */
    hasMemory: boolean('has_memory').notNull().default(true),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (users) => [
    uniqueIndex('users_email_unique').on(sql`lower(${users.email})`),
    uniqueIndex('users_username_unique').on(sql`lower(${users.username})`),
    oneOf(users.authProvider, AUTH_PROVIDERS),
    oneOf(users.emailVerifiedBy, VERIFIED_BY),
  ],
);

export const passwordResetTokens = pgTable('password_reset_tokens', {
  id: serial().primaryKey(),
  userId: partOf('user_id', () => users.id),
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
    discountPercent: percent('discount_percent').notNull(),
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

/**
 * A `preview` is the beginning of an episode that nobody has ordered. It is at stage `queued` while
 * nothing is wanted of it.
 */
const ROW_STATUSES = [...PODCAST_STATUSES, 'preview'] as const;

const requestColumns = () => ({
  topic: text().notNull(),
  tone: text().notNull(),
  style: text().notNull(),
  duration: integer().notNull(),
  voice1Id: text('voice1_id').notNull(),
  voice1Name: text('voice1_name').notNull(),
  voice2Id: text('voice2_id').notNull(),
  voice2Name: text('voice2_name').notNull(),
  email: text().notNull(),
  stings: boolean().notNull().default(true),
  /** As the buyer edited it; null in old rows and without one. */
  brief: jsonb().$type<OrderBrief>(),
  /** Ids of the buyer's own `sources`. */
  sources: text().array().notNull().default([]),
  onlyTheseSources: boolean('only_these_sources').notNull().default(false),
  /** The models it is sold with. Null in old rows; old episodes get them when production starts. */
  models: jsonb().$type<ModelSet>(),
});
export const REQUEST_COLUMNS = Object.keys(requestColumns()) as (keyof ReturnType<
  typeof requestColumns
>)[];

export const podcasts = pgTable(
  'podcasts',
  {
    id: serial().primaryKey(),
    /** Never changes and is not secret: storage keys and feeds show it. */
    publicId: text('public_id').notNull().unique(),
    /** Opens the episode without a session, like `emailToken`; each can be replaced alone. */
    shareToken: text('share_token').notNull().unique(),
    emailToken: text('email_token')
      .notNull()
      .unique()
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    ...requestColumns(),
    status: text({ enum: ROW_STATUSES }).notNull().default('processing'),
    stage: text({ enum: STAGES }).notNull().default('queued'),
    /** Fencing token: rises with each acquisition; writes with an older number change nothing. */
    lease: integer().notNull().default(0),
    /** Failures without progress in between. A take-over after a crash does not count. */
    attempts: integer().notNull().default(0),
    /** Addresses that the bought web search has found; null until it has answered. */
    pagesFound: text('pages_found').array(),
    /** When reading up ended; null before, and in old rows. */
    researchedAt: at('researched_at'),
    researchSeconds: doublePrecision('research_seconds'),
    /** Lines that their reader, or a mark of code, had changed or left out. */
    linesRewritten: integer('lines_rewritten').notNull().default(0),
    linesCut: integer('lines_cut').notNull().default(0),
    linesUnread: integer('lines_unread').notNull().default(0),
    /** Whether everybody sees the sources its owner brought, and not only the owner. */
    showsSources: boolean('shows_sources').notNull().default(false),
    previewId: text('preview_id').references((): AnyPgColumn => previews.id),
    /** The outline as planned, before an editor has read it: no restart plans twice. */
    plan: jsonb().$type<Outline>(),
    outline: jsonb().$type<Outline>(),
    voiceTraits: jsonb('voice_traits').$type<Record<Speaker, VoiceTraits | null>>(),
    /** Where the brief's questions are answered; null until the script was read for it. */
    answers: jsonb().$type<AnswerRange[]>(),
    /** Null until the script is complete, in old rows, and where none could be had. */
    recap: jsonb().$type<Recap>(),
    /** Sections with a complete script, which a restart does not write again. */
    sectionsWritten: integer('sections_written').notNull().default(0),
    linesWritten: integer('lines_written').notNull().default(0),
    linesSpoken: integer('lines_spoken').notNull().default(0),
    millisecondsSpoken: integer('milliseconds_spoken').notNull().default(0),
    /** Measured on the finished file. */
    durationSeconds: doublePrecision('duration_seconds'),
    audioBytes: bigint('audio_bytes', { mode: 'number' }),
    audioKey: text('audio_key'),
    /** Without the picture, as players stream it; null in old rows. */
    streamBytes: bigint('stream_bytes', { mode: 'number' }),
    summary: text(),
    failure: text(),
    /** Null until it is finished, and in old rows until it is first shown. */
    wave: jsonb().$type<EpisodeWave>(),
    /** Null until the first master is measured, and in old rows. */
    quality: jsonb().$type<Partial<QualityCard>>(),
    isSample: boolean('is_sample').notNull().default(false),
    /** True while its payment is charged back: nobody may listen. */
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
    oneOf(podcasts.status, ROW_STATUSES),
    oneOf(podcasts.stage, STAGES),
    index('podcasts_user').on(podcasts.userId, podcasts.id),
    index('podcasts_status').on(podcasts.status),
    // The last twenty predict how long the next one takes, for every request about one in
    // production.
    index('podcasts_completed')
      .on(podcasts.completedAt.desc())
      .where(sql`${podcasts.status} = 'completed' and not ${podcasts.isSample}`),
    index('podcasts_samples').on(podcasts.id).where(sql`${podcasts.isSample}`),
    // The same expression as in `base/db/debts.ts`, which searches for these few rows every 20 s.
    index('podcasts_missed')
      .on(podcasts.id)
      .where(
        sql`${podcasts.status} = 'completed'
          and abs((${podcasts.quality}->>'lengthError')::float) > ${sql`${LENGTH_TOLERANCE}`.inlineParams()}`,
      ),
  ],
);

const LINE_STATES = ['written', 'read', 'spoken', 'dropped'] as const;

/**
 * The episode log: one row per line, written before it is read, and read before it is spoken, so
 * that a restart repeats nothing. A line left out leaves a gap in the positions.
 */
export const podcastLines = pgTable(
  'podcast_lines',
  {
    podcastId: partOf('podcast_id', () => podcasts.id),
    position: integer().notNull(),
    section: integer().notNull(),
    speaker: text({ enum: SPEAKERS }).notNull(),
    text: text().notNull(),
    delivery: text({ enum: DELIVERIES }),
    isOver: boolean('is_over').notNull().default(false),
    /** Null where nothing was read for its episode. */
    basis: text({ enum: BASES }),
    /** Numbers of `podcast_facts`. */
    facts: integer().array().notNull().default([]),
    /** How the writer gets from its facts' figures to one of its own: "23.6-4.1". */
    sum: text(),
    /** The line's receipt: words of a source that carry what it states, letter by letter. */
    sourceWords: text('source_words'),
    /** A `dropped` line was spoken, then cut for length. Its row stays until its clip is removed. */
    state: text({ enum: LINE_STATES }).notNull().default('written'),
    /** A hash of what was spoken and how (`production/speak/synthesizeLines.ts`). */
    clipKey: text('clip_key'),
    milliseconds: integer(),
    startMilliseconds: integer('start_milliseconds'),
  },
  (lines) => [
    primaryKey({ columns: [lines.podcastId, lines.position] }),
    oneOf(lines.speaker, SPEAKERS),
    oneOf(lines.delivery, DELIVERIES),
    oneOf(lines.basis, BASES),
    oneOf(lines.state, LINE_STATES),
    // Finds the few lines that still have a clip, and other lines that share it.
    index('podcast_lines_clip').on(lines.clipKey).where(sql`${lines.clipKey} is not null`),
  ],
);

/** One MP3 for each finished stretch of the timeline, playable before the file is finished. */
export const podcastParts = pgTable(
  'podcast_parts',
  {
    podcastId: partOf('podcast_id', () => podcasts.id),
    /** From 1. */
    number: integer().notNull(),
    startMilliseconds: integer('start_milliseconds').notNull(),
    milliseconds: integer().notNull(),
    audioKey: text('audio_key').notNull(),
  },
  (parts) => [primaryKey({ columns: [parts.podcastId, parts.number] })],
);

/**
 * Attachments come first, from 1, the rest in the order of reading. Words of a source are kept only
 * with its facts and lines.
 */
export const podcastSources = pgTable(
  'podcast_sources',
  {
    podcastId: partOf('podcast_id', () => podcasts.id),
    number: integer().notNull(),
    kind: text({ enum: SOURCE_KINDS }).notNull(),
    /** A page's address, or the id of an attached text or PDF: nothing is read twice. */
    origin: text().notNull(),
    url: text(),
    title: text().notNull(),
    site: text(),
    /** ISO date; null when unknown. */
    published: text(),
    language: text(),
    licence: text(),
    revision: text(),
    /** How many chunks it has, 0 for unknown; which to read, and which were read, from 0. */
    chunks: integer().notNull().default(0),
    chosenChunks: integer('chosen_chunks').array().notNull().default([0]),
    readChunks: integer('read_chunks').array().notNull().default([0]),
    /** The page on which each chunk begins, then the number of pages; empty without pages. */
    pages: integer().array().notNull().default([]),
    /** The paper's kind, author and date, as its reader describes them; empty for unknown. */
    paper: text().notNull().default(''),
    stated: integer().notNull().default(0),
    askedAgain: integer('asked_again').notNull().default(0),
    retrievedAt: at('retrieved_at').notNull().defaultNow(),
    /** An admin removed it: neither it nor its words are shown. */
    isRemoved: boolean('is_removed').notNull().default(false),
  },
  (sources) => [
    primaryKey({ columns: [sources.podcastId, sources.number] }),
    uniqueIndex('podcast_sources_origin').on(sources.podcastId, sources.origin),
    oneOf(sources.kind, SOURCE_KINDS),
  ],
);

export const podcastFacts = pgTable(
  'podcast_facts',
  {
    podcastId: integer('podcast_id').notNull(),
    /** From 1, across all sources of the episode. */
    number: integer().notNull(),
    source: integer().notNull(),
    text: text().notNull(),
    /** Verbatim, at most `QUOTE_MAX` characters. */
    quote: text().notNull(),
    /** The source's sentences around the quote; empty for facts older than this column. */
    paragraph: text().notNull().default(''),
    strength: text({ enum: STRENGTHS }).notNull().default('says'),
    /** The disputed figure or words; empty for the whole fact. */
    disputed: text().notNull().default(''),
    /** Numbers of the facts that say otherwise. */
    against: integer().array().notNull().default([]),
    isRemoved: boolean('is_removed').notNull().default(false),
  },
  (facts) => [
    primaryKey({ columns: [facts.podcastId, facts.number] }),
    foreignKey({
      columns: [facts.podcastId, facts.source],
      foreignColumns: [podcastSources.podcastId, podcastSources.number],
    }).onDelete('cascade'),
    oneOf(facts.strength, STRENGTHS),
  ],
);

/** What we spent at providers: one row for each purchase, used or not. */
export const expenses = pgTable(
  'expenses',
  {
    id: serial().primaryKey(),
    podcastId: integer('podcast_id').references(() => podcasts.id, { onDelete: 'set null' }),
    provider: text().notNull(),
    /** Null in old rows. */
    model: text(),
    inputTokens: integer('input_tokens').notNull().default(0),
    cachedTokens: integer('cached_tokens').notNull().default(0),
    cacheWriteTokens: integer('cache_write_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    searches: integer().notNull().default(0),
    characters: integer().notNull().default(0),
    microdollars: integer().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (expenses) => [
    index('expenses_at').on(expenses.at),
    index('expenses_podcast').on(expenses.podcastId),
  ],
);

export const speechShares = pgTable('speech_shares', {
  instance: text().primaryKey(),
  episodes: integer().notNull(),
  /** The account's concurrency as far as this instance knows; null when unknown. */
  learnt: integer(),
  seenAt: at('seen_at').notNull().defaultNow(),
});

export const scriptCalls = pgTable('script_calls', {
  id: text().primaryKey(),
  /** Calls are made in this order. */
  number: serial().notNull(),
  quota: text().notNull(),
  tokens: doublePrecision().notNull(),
  /** Null while queued. */
  madeAt: at('made_at'),
  seenAt: at('seen_at').notNull().defaultNow(),
});

const RATE_LIMIT_KINDS = ['requests', 'tokens'] as const;

export const scriptRateLimits = pgTable(
  'script_rate_limits',
  {
    quota: text().notNull(),
    kind: text({ enum: RATE_LIMIT_KINDS }).notNull(),
    limit: doublePrecision().notNull(),
    remaining: doublePrecision().notNull(),
    /** Milliseconds from `receivedAt` until all of it is available again; it refills evenly. */
    fullIn: doublePrecision('full_in').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (limits) => [
    primaryKey({ columns: [limits.quota, limits.kind] }),
    oneOf(limits.kind, RATE_LIMIT_KINDS),
  ],
);

export const listeningPositions = pgTable(
  'listening_positions',
  {
    userId: partOf('user_id', () => users.id),
    podcastId: partOf('podcast_id', () => podcasts.id),
    seconds: doublePrecision().notNull(),
    playedAt: at('played_at'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (positions) => [primaryKey({ columns: [positions.userId, positions.podcastId] })],
);

/** One row per episode and listener: an account, or a browser without one. */
export const verdicts = pgTable(
  'verdicts',
  {
    id: serial().primaryKey(),
    podcastId: partOf('podcast_id', () => podcasts.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Differs for each episode, so that no browser can be followed through them. */
    browser: text(),
    isRight: boolean('is_right').notNull(),
    note: text(),
    saidAt: at('said_at').notNull().defaultNow(),
  },
  (verdicts) => [
    uniqueIndex('verdicts_account').on(verdicts.userId, verdicts.podcastId),
    uniqueIndex('verdicts_browser').on(verdicts.podcastId, verdicts.browser),
    check(
      'verdicts_listener_check',
      sql`(${verdicts.userId} is null) <> (${verdicts.browser} is null)`,
    ),
    check('verdicts_note_check', sql`${verdicts.note} is null or not ${verdicts.isRight}`),
  ],
);

/** Keeps the brief of a topic, so that the same one is not read twice. Deleted after 30 days. */
export const briefs = pgTable(
  'briefs',
  {
    id: text().primaryKey(),
    /** SHA-256 of the topic, its sources' titles and the model that read it, hex. */
    contentHash: text('content_hash').notNull().unique(),
    brief: jsonb().$type<Omit<Brief, 'id'>>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (briefs) => [index('briefs_created').on(briefs.createdAt)],
);

/** Attachments. Deleted after `SOURCE_DAYS`, and with the last episode made from them. */
export const sources = pgTable(
  'sources',
  {
    id: text().primaryKey(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** From the session of a visitor without an account; null once there is one. */
    visitorKey: text('visitor_key'),
    kind: text({ enum: ATTACHMENT_KINDS }).notNull(),
    url: text(),
    title: text().notNull(),
    site: text(),
    /** ISO date; null when unknown. */
    published: text(),
    language: text(),
    text: text().notNull(),
    words: integer().notNull(),
    /** SHA-256 of kind and of address, text or bytes, hex: each owner's copy is read once. */
    contentHash: text('content_hash').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (sources) => [
    oneOf(sources.kind, ATTACHMENT_KINDS),
    index('sources_user').on(sources.userId, sources.contentHash),
    index('sources_visitor').on(sources.visitorKey, sources.contentHash),
    index('sources_created').on(sources.createdAt),
    check(
      'sources_owner_check',
      sql`(${sources.userId} is null) <> (${sources.visitorKey} is null)`,
    ),
  ],
);

/**
 * The row of `podcasts` holds lines, clips and sources, and is deleted when nobody can order them
 * any more; this one stays, to be counted, and holds nothing that anybody typed.
 */
export const previews = pgTable(
  'previews',
  {
    id: text().primaryKey(),
    /** SHA-256 of all that decides how the episode begins, hex; null once deleted or failed. */
    contentHash: text('content_hash').unique(),
    podcastId: integer('podcast_id').references((): AnyPgColumn => podcasts.id, {
      onDelete: 'set null',
    }),
    /** Minutes: the lengths whose chapters were asked for, and the outline planned for each. */
    lengths: integer().array().notNull().default([]),
    plans: jsonb().$type<Record<number, Outline>>().notNull().default({}),
    soundAskedAt: at('sound_asked_at'),
    seconds: doublePrecision(),
    channel: text({ enum: CHANNELS }).notNull().default('direct'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (previews) => [
    oneOf(previews.channel, CHANNELS),
    index('previews_podcast').on(previews.podcastId),
    index('previews_created').on(previews.createdAt),
  ],
);

export const orders = pgTable(
  'orders',
  {
    id: serial().primaryKey(),
    publicId: text('public_id').notNull().unique(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    ...requestColumns(),
    listPrice: integer('list_price').notNull(),
    discountCodeId: integer('discount_code_id').references(() => discountCodes.id),
    discountCode: text('discount_code'),
    discountPercent: percent('discount_percent').notNull().default(0),
    /** True while this order holds one of its code's uses. */
    discountReserved: boolean('discount_reserved').notNull().default(false),
    discountAmount: integer('discount_amount').notNull().default(0),
    total: integer().notNull(),
    isBonus: boolean('is_bonus').notNull().default(false),
    previewId: text('preview_id').references(() => previews.id),
    channel: text({ enum: CHANNELS }).notNull().default('direct'),
    status: text({ enum: ORDER_STATUSES }).notNull().default('open'),
    /** Why a person must look at this order: each reason once, oldest first. */
    flags: jsonb().$type<OrderFlag[]>().notNull().default([]),
    flag: text().generatedAlwaysAs(sql`flags -> 0 ->> 'reason'`),
    paddleTransactionId: text('paddle_transaction_id').unique(),
    podcastId: integer('podcast_id')
      .unique()
      .references(() => podcasts.id),
    idempotencyKey: text('idempotency_key'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull().default(sql`now() + interval '60 minutes'`),
    paidAt: at('paid_at'),
    /** Why we promised a refund; null when we did not, even if one was begun at Paddle. */
    refundReason: text('refund_reason', { enum: REFUND_REASONS }),
    /** When to ask Paddle (again); null when nothing is to be asked, or Paddle refused for good. */
    refundDueAt: at('refund_due_at'),
    /** The adjustment that refunds the whole sum: ours, or one begun at Paddle. */
    refundId: text('refund_id'),
    refundedAt: at('refunded_at'),
    chargedBack: boolean('charged_back').notNull().default(false),
    /** When we learnt that the chargeback began or ended. */
    chargebackChangedAt: at('chargeback_changed_at'),
    /** When the failed episode's bonus or discount use went back to the buyer. */
    benefitsReturnedAt: at('benefits_returned_at'),
  },
  (orders) => [
    uniqueIndex('orders_idempotency').on(orders.userId, orders.idempotencyKey),
    uniqueIndex('orders_one_reservation')
      .on(orders.userId, orders.discountCodeId)
      .where(sql`${orders.discountReserved} and ${orders.status} = 'open'`),
    index('orders_user').on(orders.userId, orders.id),
    index('orders_status').on(orders.status, orders.expiresAt),
    index('orders_preview').on(orders.previewId).where(sql`${orders.previewId} is not null`),
    index('orders_refund_due').on(orders.refundDueAt).where(sql`${orders.refundDueAt} is not null`),
    oneOf(orders.channel, CHANNELS),
    oneOf(orders.status, ORDER_STATUSES),
    oneOf(orders.refundReason, REFUND_REASONS),
  ],
);

/**
 * As Paddle has them now. An order's refund and chargeback state follows from these rows alone
 * (`orders/refundState.ts`), whatever their order of arrival.
 */
export const adjustments = pgTable(
  'adjustments',
  {
    id: text().primaryKey(),
    transactionId: text('transaction_id').notNull(),
    action: text().notNull(),
    type: text({ enum: ADJUSTMENT_TYPES }).notNull(),
    status: text({ enum: ADJUSTMENT_STATUSES }).notNull(),
    /** By Paddle's clock. */
    changedAt: at('changed_at').notNull(),
    /** We asked for it, because we had promised the refund. */
    isOurs: boolean('is_ours').notNull().default(false),
  },
  (adjustments) => [
    index('adjustments_transaction').on(adjustments.transactionId),
    oneOf(adjustments.type, ADJUSTMENT_TYPES),
    oneOf(adjustments.status, ADJUSTMENT_STATUSES),
  ],
);

/** Plays by day (UTC) and channel. Neither the listener nor the episode is kept. */
export const listens = pgTable(
  'listens',
  {
    day: date().notNull(),
    channel: text({ enum: CHANNELS }).notNull(),
    count: integer().notNull().default(0),
  },
  (listens) => [
    primaryKey({ columns: [listens.day, listens.channel] }),
    oneOf(listens.channel, CHANNELS),
  ],
);

/** Payments that Paddle collected for an order but that buy nothing. */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    transactionId: text('transaction_id').primaryKey(),
    orderId: partOf('order_id', () => orders.id),
    /** The price asked, in the lowest denomination of `currency`. */
    cents: integer().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    seenAt: at('seen_at').notNull().defaultNow(),
    refundAskedAt: at('refund_asked_at'),
    refundDueAt: at('refund_due_at'),
    refundId: text('refund_id'),
    refundedAt: at('refunded_at'),
    chargedBack: boolean('charged_back').notNull().default(false),
  },
  (table) => [index('unmatched_payments_order').on(table.orderId)],
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

/** Paddle's webhooks, stored as they came before they are handled; each is handled once. */
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
 * The transactional outbox: an email is written in the transaction that causes it. One row per
 * `about` and `kind`, so that none is lost or written twice.
 */
export const emails = pgTable(
  'emails',
  {
    id: serial().primaryKey(),
    /** For example `podcast:12` or `user:7`. */
    about: text().notNull(),
    kind: text().notNull(),
    recipient: text().notNull(),
    messageId: text('message_id').notNull().unique(),
    /** Null once sent. */
    content: jsonb().$type<{ subject: string; text: string; html: string; unsubscribe?: string }>(),
    /** Also the lease's fencing token: a sender with an older number has lost the lease. */
    attempts: integer().notNull().default(0),
    /** The mail server's deferrals and refusals of this email itself; they set its next wait. */
    refusals: integer().notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    bounce: text(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (emails) => [
    uniqueIndex('emails_once').on(emails.about, emails.kind),
    index('emails_due')
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
  podcastId: integer('podcast_id').references(() => podcasts.id, { onDelete: 'set null' }),
  createdAt: at('created_at').notNull().defaultNow(),
  handledAt: at('handled_at'),
});

export const voicesCache = pgTable('voices_cache', {
  provider: text().primaryKey(),
  voices: jsonb().$type<unknown[]>().notNull(),
  fetchedAt: at('fetched_at').notNull().defaultNow(),
});

export const voiceStates = pgTable(
  'voice_states',
  {
    voiceId: text('voice_id').notNull(),
    settings: text().notNull(),
    sampledAt: at('sampled_at'),
    /** Since when, and why in its own words, the provider refuses to let the voice speak. */
    failedAt: at('failed_at'),
    reason: text(),
    endAnnounced: at('end_announced'),
  },
  (states) => [primaryKey({ columns: [states.voiceId, states.settings] })],
);

const CIRCUIT_STATES = ['closed', 'open', 'half-open'] as const;
const CIRCUIT_REASONS = ['away', 'refused'] as const;

/**
 * Providers that failed lately. `closed` is failing but not yet considered away, `open` is away,
 * and `half-open` has served a probe: its next answer to an episode decides. The mail server
 * (`SMTP`) has a row too, which stops no sales.
 */
export const circuitBreakers = pgTable(
  'circuit_breakers',
  {
    provider: text().primaryKey(),
    state: text({ enum: CIRCUIT_STATES }).notNull().default('closed'),
    reason: text({ enum: CIRCUIT_REASONS }).notNull().default('away'),
    message: text().notNull(),
    /** What failed in this state: episodes or accounts, or the emails that were refused. */
    failingSubjects: text('failing_subjects').array().notNull().default(sql`'{}'`),
    /** The first and the last failure without a success in between. */
    failingSince: at('failing_since').notNull().defaultNow(),
    failedAt: at('failed_at').notNull().defaultNow(),
    openedAt: at('opened_at'),
    halfOpenAt: at('half_open_at'),
    probes: integer().notNull().default(0),
    nextProbeAt: at('next_probe_at').notNull().defaultNow(),
  },
  (circuits) => [oneOf(circuits.state, CIRCUIT_STATES), oneOf(circuits.reason, CIRCUIT_REASONS)],
);

export const instances = pgTable('instances', {
  id: text().primaryKey(),
  /** Null where it does not make episodes. */
  canProduce: boolean('can_produce'),
  seenAt: at('seen_at').notNull().defaultNow(),
});

/** Which instance runs a periodic job, and until when no other may (`base/db/leases.ts`). */
export const jobLeases = pgTable('job_leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  /** While it runs, when its lease ends unless renewed; afterwards, when the next run is due. */
  expiresAt: at('expires_at').notNull(),
});

export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** In connect-pg-simple's format. */
export const session = pgTable(
  'session',
  {
    sid: varchar().primaryKey(),
    sess: json().notNull(),
    expire: timestamp({ precision: 6 }).notNull(),
  },
  (session) => [
    index('session_expire').on(session.expire),
    index('session_user').on(sql`(${session.sess}->'passport'->>'user')`),
  ],
);

/** In the format of rate-limiter-flexible's RateLimiterPostgres. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
