import { z } from 'zod';
import { emailAddress } from './account.ts';
import { REPORT_MAX, REPORT_REASONS } from './report.ts';

export const reportRequest = z.object({
  token: z.string().min(1).max(64),
  reason: z.enum(REPORT_REASONS, 'Choose what’s wrong'),
  message: z.string().trim().max(REPORT_MAX, `At most ${REPORT_MAX} characters`).default(''),
  /** Only if the listener wants an answer. */
  email: z.preprocess(
    (email) => (email === '' ? undefined : email),
    emailAddress('Please enter a valid email address').optional(),
  ),
  /** Honeypot: the field is hidden, so only bots fill it in. */
  website: z.string().optional(),
});
export type ReportRequest = z.output<typeof reportRequest>;
