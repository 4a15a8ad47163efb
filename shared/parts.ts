import { z } from 'zod';

/**
 * `/media/:token/parts.json`: what can be heard of an episode that is still being made. Parts come in
 * order without a gap, on the timeline of the finished file (seconds), so that a player can go over
 * into it at the same second.
 */
export const partList = z.object({
  version: z.literal('1.0.0'),
  parts: z.array(
    z.object({
      number: z.number().int().min(1),
      url: z.string(),
      startTime: z.number(),
      duration: z.number(),
    }),
  ),
});
export type PartList = z.infer<typeof partList>;
