import { z } from 'zod';

/**
 * Two voices of one base differ by at least a semitone in pitch or 8 % in rate; every female voice
 * is higher than every male one.
 */
export const sound = z.object({
  base: z.enum(['slt', 'rms', 'awb', 'kal16']),
  /** Median pitch, Hz. */
  pitch: z.number().positive(),
  /** Formant factor: 1.1 raises all formants by a tenth, as in a smaller person. */
  throat: z.number().positive(),
  /** Speed relative to the base voice's own. */
  rate: z.number().positive(),
});
export type Sound = z.infer<typeof sound>;
