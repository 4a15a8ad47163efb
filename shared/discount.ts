import { z } from 'zod';

/** A number from a form; an empty field counts as missing. */
const optionalNumber = (schema: z.ZodType<number, number>) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

/** Maximum of PostgreSQL's integer. */
const COUNT_MAX = 2_147_483_647;

const expiry = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'Must be a date');

export const discountCodeRequest = z.object({
  code: z
    .string('Code is required')
    .trim()
    .min(1, 'Code is required')
    .max(50, 'Code too long')
    // No control, invisible or unassigned characters.
    .regex(/^\P{C}*$/u, 'Code has characters that nobody can type'),
  discountPercent: z
    .number('Must be a number')
    .min(0, 'Must be at least 0%')
    .max(100, 'Cannot exceed 100%')
    .multipleOf(0.01, 'Must have at most two decimals'),
  maxUses: optionalNumber(
    z
      .number('Must be a whole number')
      .int('Must be a whole number')
      .min(1, 'Must be at least 1')
      .max(COUNT_MAX, `Must be at most ${COUNT_MAX}`),
  ),
  /** A date without a time lasts until the end of that day in UTC. */
  expiresAt: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim() || undefined : (value ?? undefined)),
    expiry.optional(),
  ),
  minimumDuration: optionalNumber(
    z
      .number('Must be a whole number')
      .int('Must be a whole number')
      .min(0, 'Must be at least 0')
      .max(25, 'Must be at most 25'),
  ),
});
export type DiscountCodeRequest = z.infer<typeof discountCodeRequest>;

export const discountCodePatch = z.strictObject({ isActive: z.boolean() });

export const discountCode = z.object({
  id: z.number().int(),
  code: z.string(),
  discountPercent: z.number(),
  maxUses: z.number().int().nullable(),
  usedCount: z.number().int(),
  isActive: z.boolean(),
  /** The admin's id and email; null if the account was deleted. */
  createdBy: z.number().int().nullable(),
  createdByEmail: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  minimumDuration: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
});
export type DiscountCode = z.infer<typeof discountCode>;
