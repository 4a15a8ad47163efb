import { z } from 'zod';
import { emailAddress, storable } from './account.ts';
import {
  differentVoices,
  episodeRequest,
  PODCAST_STATUSES,
  SAME_VOICE,
  STAGES,
} from './episode.ts';
import { DURATIONS } from './pricing.ts';

/** `POST /api/orders`: what is to be made, and for whom. The price is never the client's to say. */
export const orderRequest = episodeRequest
  .extend({ useBonus: z.boolean().optional() })
  // A copy: zod takes the message out of the object that it is given.
  .refine(differentVoices, { ...SAME_VOICE });
export type OrderRequest = z.infer<typeof orderRequest>;

/** `Idempotency-Key` of `POST /api/orders`: the same key gets the order that it got before. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

export const quoteRequest = z.object({
  duration: z.literal(DURATIONS, 'Duration must be 10, 15, 20 or 25 minutes'),
  discountCode: z.string().overwrite(storable).trim().max(50, 'Code too long').optional(),
  useBonus: z.boolean().optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** `PATCH /api/orders/:id`: where the letter goes. */
export const emailChange = z.strictObject({ email: emailAddress('Valid email is required') });

export const ORDER_STATUSES = ['open', 'paid', 'expired', 'refund_pending', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Why money goes back: the episode could not be made, its length is wrong, a person decided so, or it
 * was paid at a discount that had ended, and nothing was made.
 */
export const REFUND_REASONS = ['failed', 'length', 'support', 'discount'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Why a person must look at an order, and since when. */
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
  discountCode: z.string().nullable(),
  listPrice: z.number().int(),
  discountAmount: z.number().int(),
  total: z.number().int(),
  currency: z.literal('USD'),
  isBonus: z.boolean(),
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

/** `GET /api/orders/:id/receipt`: what was bought and delivered, and what became of the money. */
export const receipt = order
  .pick({
    id: true,
    topic: true,
    tone: true,
    style: true,
    duration: true,
    voice1Id: true,
    voice1Name: true,
    voice2Id: true,
    voice2Name: true,
    listPrice: true,
    discountCode: true,
    discountAmount: true,
    total: true,
    currency: true,
    isBonus: true,
  })
  .extend({
    /** The episode's. */
    publicId: z.string(),
    title: z.string(),
    paidAt: z.iso.datetime(),
    episode: z.enum(PODCAST_STATUSES),
    /** Of the finished file, as measured; null while there is none. */
    durationSeconds: z.number().nullable(),
    status: z.enum(['paid', 'refund_pending', 'refunded', 'charged_back']),
    refundReason: z.enum(REFUND_REASONS).nullable(),
    refundedAt: z.iso.datetime().nullable(),
    /** Paddle collected something, and so has an invoice at `GET /api/orders/:id/invoice`. */
    hasInvoice: z.boolean(),
  });
export type Receipt = z.infer<typeof receipt>;

/** `POST /api/orders/:id/checkout`: a transaction to open in the overlay, or nothing left to pay. */
export const checkoutReply = z.union([
  z.object({ transactionId: z.string() }),
  z.object({ paid: z.literal(true) }),
]);
export type CheckoutReply = z.infer<typeof checkoutReply>;
