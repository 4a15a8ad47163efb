import { z } from 'zod';

/** What an episode is made with. A later choice changes nothing about an order that was sold before. */
export const modelSet = z.object({
  /** Who writes, by OpenAI's name. */
  script: z.string(),
  /** Who speaks, by ElevenLabs' name. */
  speech: z.string(),
  /** In which format lines come, by ElevenLabs' name. */
  format: z.string(),
});
export type ModelSet = z.infer<typeof modelSet>;
