import { z } from 'zod';

/** `/media/:token/parts.json`: in order, without gaps; times are seconds of the finished file. */
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
