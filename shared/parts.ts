import { z } from 'zod';

/**
 * `/media/:token/parts.json`: the finished parts of an episode in production, in order and without
 * gaps. Times are seconds on the finished file's timeline, so a player can switch to that file.
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
