import { z } from 'zod';
import { channel, episodeRequest, hasTwoVoices, SAME_VOICE } from './order.ts';
import { SPEAKERS } from './script.ts';

/** `POST /api/previews`: equal requests share a preview; only its chapters depend on the length. */
export const previewRequest = episodeRequest
  .extend({ channel })
  .refine(hasTwoVoices, { ...SAME_VOICE });
export type PreviewRequest = z.infer<typeof previewRequest>;

export const preview = z.object({
  id: z.string(),
  /** `written`: title and all lines are there. */
  state: z.enum(['writing', 'written', 'failed']),
  /** Comes before the first lines; null until then. */
  title: z.string().nullable(),
  lines: z.array(
    z.object({
      speaker: z.enum(SPEAKERS),
      text: z.string(),
      /** Seconds into the sound; null while no finished part has the line. */
      start: z.number().nullable(),
    }),
  ),
  /** For the length that was asked for; null until planned. */
  chapters: z.array(z.string()).nullable(),
  sound: z.object({
    /** `none` until somebody asks for it. */
    state: z.enum(['none', 'making', 'ready']),
    partsUrl: z.string(),
    seconds: z.number().nullable(),
  }),
  /** A sentence: why nothing was written or, once it was, why sound or chapters are missing. */
  failure: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type Preview = z.infer<typeof preview>;
