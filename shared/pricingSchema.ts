import { z } from 'zod';
import { DURATIONS, type Quote } from './pricing.ts';

export const quote = z.object({
  listPrice: z.number().int(),
  discountAmount: z.number().int(),
  total: z.number().int(),
  currency: z.literal('USD'),
}) satisfies z.ZodType<Quote>;

export const pricing = z.object({
  prices: z.array(
    z.object({
      duration: z.literal(DURATIONS),
      listPrice: z.number().int(),
      currency: z.literal('USD'),
    }),
  ),
});
