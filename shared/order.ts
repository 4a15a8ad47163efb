import { z } from 'zod';
import { emailAddress } from './account.ts';
import {
  differentVoices,
  episodeRequest,
  PODCAST_STATUSES,
  SAME_VOICE,
  STAGES,
} from './episode.ts';
import { DURATIONS } from './price.ts';

/** `POST /api/orders`: what is to be made, and for whom. The price is never the client's to say. */
export const orderRequest = episodeRequest
  .extend({ useBonus: z.boolean().optional() })
  .refine(differentVoices, SAME_VOICE);
export type OrderRequest = z.infer<typeof orderRequest>;

export const quoteRequest = z.object({
  duration: z.literal(DURATIONS, 'Duration must be 10, 15, 20 or 25 minutes'),
  discountCode: z.string().trim().max(50, 'Code too long').optional(),
  useBonus: z.boolean().optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;

/** `PATCH /api/orders/:id`: where the letter goes. */
export const emailChange = z.object({ email: emailAddress('Valid email is required') });

const ORDER_STATUSES = ['open', 'paid', 'expired', 'refund_pending', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

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

/** `POST /api/orders/:id/checkout`: a transaction to open in the overlay, or nothing left to pay. */
export const checkoutReply = z.union([
  z.object({ transactionId: z.string() }),
  z.object({ paid: z.literal(true) }),
]);
export type CheckoutReply = z.infer<typeof checkoutReply>;
