import { z } from 'zod';

/** What an episode is made with; in `POST /api/admin/models` what is to be sold from now on. A later choice changes nothing about an order that was sold before. */
export const modelSet = z.object({
  /** Who writes, by OpenAI's name. */
  script: z.string(),
  /** Who speaks, by ElevenLabs' name. */
  speech: z.string(),
  /** In which format lines come, by ElevenLabs' name. */
  format: z.string(),
});
export type ModelSet = z.infer<typeof modelSet>;

/** Voices that have to be heard with other models before these take over: more than 65 are promised. */
export const ENOUGH_VOICES = 66;

/** `GET /api/admin/models`. */
const modelsState = z.object({
  current: modelSet,
  /** What ten minutes cost with them, micro-dollars. */
  price: z.number().int(),
  /** The best that the accounts can do now; null when that is sold already. */
  offered: z
    .object({
      models: modelSet,
      price: z.number().int(),
      /** Voices that could be on sale with them now. */
      voices: z.number().int(),
      /** What has to be done before they can take over; null when they can. */
      whyNot: z.string().nullable(),
    })
    .nullable(),
});
export type ModelsState = z.infer<typeof modelsState>;
export const modelsReply = z.object({ models: modelsState });
