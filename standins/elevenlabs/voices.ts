import { z } from 'zod';
import roster from './voices.json' with { type: 'json' };

/**
 * How a voice is made from one of flite's. Any two voices of one base lie at least a semitone
 * apart in pitch or 8 % apart in rate; every female voice lies above every male one.
 */
const sound = z.object({
  base: z.enum(['slt', 'rms', 'awb', 'kal16']),
  /** Median pitch, Hz. */
  pitch: z.number().positive(),
  /** Size of the throat: 1.1 lifts all formants by a tenth, as in a smaller person. */
  throat: z.number().positive(),
  /** Pace as a share of the base voice's own. */
  rate: z.number().positive(),
});
export type Sound = z.infer<typeof sound>;

const catalogueVoice = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(['premade', 'professional', 'generated']),
  description: z.string(),
  labels: z.record(z.string(), z.string()),
  sound,
});
export type CatalogueVoice = z.infer<typeof catalogueVoice>;

/** Publicly documented voices of ElevenLabs: ids, names and labels are theirs, the sound is ours. */
export const voices: readonly CatalogueVoice[] = z.array(catalogueVoice).parse(roster);
