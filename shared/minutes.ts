import { z } from 'zod';

/** `GET /api/minutes`: minutes of episodes that the account has ordered this month (UTC), and may. */
export const minutesReply = z.object({
  used: z.number().int(),
  limit: z.number().int(),
  /** When the next month begins. */
  resetsAt: z.iso.datetime(),
});
export type MinutesReply = z.infer<typeof minutesReply>;
