import { z } from 'zod';
import { sound } from '../speech/sound.ts';
import roster from './voices.json' with { type: 'json' };

const catalogueVoice = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(['premade', 'professional', 'generated']),
  description: z.string(),
  labels: z.record(z.string(), z.string()),
  sound,
});
export type CatalogueVoice = z.infer<typeof catalogueVoice>;

/** Publicly documented ElevenLabs voices: ids, names and labels are theirs, the sound is ours. */
export const voices: readonly CatalogueVoice[] = z.array(catalogueVoice).parse(roster);
