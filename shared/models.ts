import { z } from 'zod';

/** The models that produce an episode. `POST /api/admin/models` sets them for new orders only. */
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
  /** The best models that the accounts allow; null if they are in use already. */
  offered: z
    .object({
      models: modelSet,
      price: z.number().int(),
      voices: z.number().int(),
      whyNot: z.string().nullable(),
    })
    .nullable(),
});
export type ModelsState = z.infer<typeof modelsState>;
export const modelsReply = z.object({ models: modelsState });
