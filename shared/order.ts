import { z } from 'zod';
import { emailAddress } from './account.ts';
import { orderBrief } from './brief.ts';
import { CHANNELS } from './channels.ts';
import { PODCAST_STATUSES, STAGES } from './episode.ts';
import { DURATIONS } from './pricing.ts';
import { quote } from './pricingSchema.ts';
import { source, sourceIds } from './sources.ts';
import { STYLES, TONES, TOPIC_MAX } from './tonesAndStyles.ts';

export const SAME_VOICE = { message: 'Choose two different voices', path: ['voice2Id'] };

/** All that decides what an episode says, and for how long. */
export const episodeRequest = z.object({
  topic: z
    .string('Topic is required')
    .trim()
    .min(1, 'Topic is required')
    .max(TOPIC_MAX, `Topic must be at most ${TOPIC_MAX} characters`),
  tone: z.enum(TONES, 'Choose one of the tones').default('Normal'),
  style: z.enum(STYLES, 'Choose one of the styles').default('Conversation'),
  duration: z.literal(DURATIONS, 'Duration must be 10, 15, 20 or 25 minutes'),
  voice1Id: z.string('Voice 1 is required').min(1, 'Voice 1 is required').max(64),
  voice2Id: z.string('Voice 2 is required').min(1, 'Voice 2 is required').max(64),
  brief: orderBrief.optional(),
  /** Ids from `POST /api/sources`. */
  sources: sourceIds.default([]),
  onlyTheseSources: z.boolean().default(false),
});
export type EpisodeRequest = z.infer<typeof episodeRequest>;

/** Never a reason to refuse a request: an older page may name another channel. */
export const channel = z.enum(CHANNELS).default('direct').catch('direct');

export const hasTwoVoices = ({ voice1Id, voice2Id }: EpisodeRequest) => voice1Id !== voice2Id;

/** `POST /api/orders`. The server sets the price. */
export const orderRequest = episodeRequest
  .extend({
    email: emailAddress('Valid email is required'),
    discountCode: z
      .string()
      .trim()
      .max(50, 'Code too long')
      .optional()
      .transform((code) => code || undefined),
    useBonus: z.boolean().optional(),
    /** Whether a sting ends the cold open, and marks begin the chapters. */
    stings: z.boolean().default(true),
    /** Id of the preview with which the episode begins. */
    preview: z.string().max(64).optional(),
    channel,
  })
  // A copy, because zod removes the message from the object it is given.
  .refine(hasTwoVoices, { ...SAME_VOICE });
export type OrderRequest = z.infer<typeof orderRequest>;

/** `Idempotency-Key` of `POST /api/orders`: the same key returns the same order. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

export const quoteRequest = z.object({
  duration: z.literal(DURATIONS, 'Duration must be 10, 15, 20 or 25 minutes'),
  discountCode: z.string().trim().max(50, 'Code too long').optional(),
  useBonus: z.boolean().optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** `PATCH /api/orders/:id`: where emails about the order and its episode go. */
export const emailChange = z.strictObject({ email: emailAddress('Valid email is required') });

export const ORDER_STATUSES = ['open', 'paid', 'expired', 'refund_pending', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Paddle's words: a refund or chargeback of all that remains, or of a part of it. */
export const ADJUSTMENT_TYPES = ['full', 'partial'] as const;
export const ADJUSTMENT_STATUSES = [
  'pending_approval',
  'approved',
  'rejected',
  'reversed',
] as const;

/** `support`: an admin decided so. `discount`: paid after its discount ended; nothing was made. */
export const REFUND_REASONS = ['failed', 'length', 'support', 'discount'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const orderFlag = z.object({ reason: z.string(), at: z.iso.datetime() });
export type OrderFlag = z.infer<typeof orderFlag>;

export const order = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  topic: z.string(),
  tone: z.string(),
  style: z.string(),
  duration: z.literal(DURATIONS),
  voice1Id: z.string(),
  voice1Name: z.string(),
  voice2Id: z.string(),
  voice2Name: z.string(),
  email: z.string(),
  stings: z.boolean(),
  /** In the buyer's order, without those that are gone by now. */
  sources: z.array(source.pick({ id: true, kind: true, title: true })),
  /** Whether the episode rests on those alone, even if they are gone by now. */
  onlyTheseSources: z.boolean(),
  discountCode: z.string().nullable(),
  /** At most two decimals; 0 without a code. */
  discountPercent: z.number(),
  ...quote.shape,
  isBonus: z.boolean(),
  hasPreview: z.boolean(),
  transactionId: z.string().nullable(),
  podcast: z
    .object({
      publicId: z.string(),
      status: z.enum(PODCAST_STATUSES),
      stage: z.enum(STAGES),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Order = z.infer<typeof order>;

export const receipt = order
  .omit({
    email: true,
    hasPreview: true,
    transactionId: true,
    podcast: true,
    createdAt: true,
    expiresAt: true,
  })
  .extend({
    /** Id of the episode. */
    publicId: z.string(),
    title: z.string(),
    paidAt: z.iso.datetime(),
    episode: z.enum(PODCAST_STATUSES),
    /** Measured on the finished file; null without one. */
    durationSeconds: z.number().nullable(),
    status: z.enum(['paid', 'refund_pending', 'refunded', 'charged_back']),
    refundReason: z.enum(REFUND_REASONS).nullable(),
    refundedAt: z.iso.datetime().nullable(),
    /** Paddle collected money, so `GET /api/orders/:id/invoice` has an invoice. */
    hasInvoice: z.boolean(),
  });
export type Receipt = z.infer<typeof receipt>;

/** `POST /api/orders/:id/checkout`: a transaction to open in the overlay, or `paid` if nothing is due. */
export const checkoutReply = z.union([
  z.object({ transactionId: z.string() }),
  z.object({ paid: z.literal(true) }),
]);
export type CheckoutReply = z.infer<typeof checkoutReply>;
