import { z } from 'zod';

/** The models that produce an episode, which keeps those it was ordered with. */
export const modelSet = z.object({
  script: z.string(),
  speech: z.string(),
  /** ElevenLabs' output format. */
  format: z.string(),
});
export type ModelSet = z.infer<typeof modelSet>;

const modelsState = z.object({
  current: modelSet,
  /** Cost of ten minutes, micro-dollars. */
  price: z.number().int(),
});
export type ModelsState = z.infer<typeof modelsState>;
export const modelsReply = z.object({ models: modelsState });
