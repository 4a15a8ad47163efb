import { z } from 'zod';

/** `GET /api/minutes`: minutes that the account has ordered this month (UTC), and may order. */
export const minutesReply = z.object({
  used: z.number().int(),
  limit: z.number().int(),
  resetsAt: z.iso.datetime(),
});
export type MinutesReply = z.infer<typeof minutesReply>;
