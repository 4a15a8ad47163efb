import { z } from 'zod';
import { NOTE_MAX } from './verdict.ts';

export const verdictRequest = z
  .object({
    right: z.boolean('Say yes or no'),
    /** Without one, an earlier note stays. */
    note: z
      .string()
      .trim()
      .min(1, 'Please write a sentence')
      .max(NOTE_MAX, `At most ${NOTE_MAX} characters`)
      .optional(),
  })
  .refine(({ right, note }) => !right || note === undefined, {
    path: ['note'],
    message: 'A note says what was wrong, so it needs a no',
  });
export type VerdictRequest = z.output<typeof verdictRequest>;
