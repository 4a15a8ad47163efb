import { z } from 'zod';

/** The Paddle permissions that the product and its account check use. */
const permission = z.enum([
  'transaction.read',
  'transaction.write',
  'adjustment.read',
  'adjustment.write',
  'notification_setting.read',
  'checkout_settings.read',
  'checkout_domain.read',
]);

export const paddleAccount = z.strictObject({
  onboarded: z.boolean().default(true),
  environment: z.enum(['sandbox', 'production']).default('sandbox'),
  /** The default payment link; `ours` is on the host of the newest webhook destination. */
  paymentLink: z.union([z.literal('ours'), z.url(), z.null()]).default('ours'),
  /** Domains submitted for approval; null: only the payment link's, approved. */
  domains: z
    .array(
      z.strictObject({
        domain: z.string(),
        status: z.enum(['pending_review', 'in_review', 'approved', 'rejected']),
      }),
    )
    .nullable()
    .default(null),
  key: z
    .strictObject({
      status: z.enum(['active', 'expired', 'revoked']).default('active'),
      /** Null allows all, as for a key made before May 2025. */
      permissions: z.array(permission).nullable().default(null),
      expiresAt: z.iso.datetime().nullable().default(null),
    })
    .prefault({}),
  /** Event types that the destinations subscribe to; null is all. */
  events: z.array(z.string()).nullable().default(null),
});
export type PaddleAccount = z.infer<typeof paddleAccount>;

export const freshPaddle: z.input<typeof paddleAccount> = {
  onboarded: false,
  paymentLink: null,
  domains: [],
  key: { permissions: ['transaction.read'] },
  events: [],
};
