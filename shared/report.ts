import { z } from 'zod';
import { emailAddress, storable } from './account.ts';
import { REPORT_MAX, REPORT_REASONS } from './reportReasons.ts';

/** `POST /api/reports`: a listener tells us what is wrong with a shared episode. */
export const reportRequest = z.object({
  /** Of the listen page. */
  token: z.string().overwrite(storable).min(1).max(64),
  reason: z.enum(REPORT_REASONS, 'Choose what is wrong'),
  message: z
    .string()
    .overwrite(storable)
    .trim()
    .max(REPORT_MAX, `At most ${REPORT_MAX} characters`)
    .default(''),
  /** Only for an answer. */
  email: z
    .union([z.literal(''), emailAddress('Please enter a valid email address')])
    .optional()
    .transform((email) => email || undefined),
  /** A trap: no person sees this field, so whoever fills it is a program. */
  website: z.string().optional(),
});
export type ReportRequest = z.output<typeof reportRequest>;
