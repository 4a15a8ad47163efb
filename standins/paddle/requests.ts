import { z } from 'zod';

/** Limited to what the product sends. */
const items = z
  .array(
    z.object({
      quantity: z.int().min(1).max(100),
      price: z.object({
        name: z.string().max(150).nullish(),
        description: z.string().min(2).max(500),
        unit_price: z.object({
          amount: z.string().regex(/^\d{1,12}$/, 'must be a string in the lowest denomination'),
          currency_code: z.literal('USD'),
        }),
        tax_mode: z.enum(['account_setting', 'external', 'internal', 'location']),
        quantity: z
          .object({ minimum: z.int().min(1), maximum: z.int().min(1) })
          .default({ minimum: 1, maximum: 100 }),
        custom_data: z.record(z.string(), z.unknown()).nullish(),
        product: z.object({
          name: z.string().min(1).max(200),
          description: z.string().nullish(),
          tax_category: z.enum(['standard', 'digital-goods', 'ebooks', 'saas']),
        }),
      }),
    }),
  )
  .min(1)
  .max(100);

export const createBody = z.object({
  items,
  currency_code: z.literal('USD').optional(),
  custom_data: z.record(z.string(), z.unknown()).nullish(),
  checkout: z.object({ url: z.url().nullish() }).nullish(),
});
export type CreateBody = z.infer<typeof createBody>;

export const updateBody = z.union([
  z.strictObject({ status: z.literal('canceled') }),
  z.strictObject({ items }),
]);

export const adjustBody = z.strictObject({
  action: z.literal('refund'),
  type: z.literal('full'),
  transaction_id: z.string(),
  reason: z.string().min(1),
});

export const adjustmentQuery = z.object({
  order_by: z.enum(['id[ASC]', 'id[DESC]']).default('id[DESC]'),
  per_page: z.coerce.number().int().min(1).max(50).default(50),
  transaction_id: z.string().optional(),
  action: z.string().optional(),
  status: z.string().optional(),
});

export const destinationBody = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * `price`, in cents, simulates a payment in flight while the seller changes the price: the card is
 * charged the old one.
 */
export const payQuery = z.object({
  currency: z.enum(['USD', 'EUR', 'GBP']).default('USD'),
  vat: z
    .enum(['0', '1'])
    .default('0')
    .transform((digit) => digit === '1'),
  price: z.coerce.number().int().min(70).optional(),
});

/** `part=1` is half of the amount. */
export const adjustQuery = z.object({ part: z.literal('1').optional() });
