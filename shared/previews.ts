import { z } from 'zod';
import { channel, episodeRequest, hasTwoVoices, SAME_VOICE } from './order.ts';
import { SPEAKERS } from './script.ts';

/**
 * `POST /api/previews`: how this episode would begin. Whoever asks for the same again gets the same
 * preview; only its chapters depend on the length.
 */
export const previewRequest = episodeRequest
  .extend({ channel })
  .refine(hasTwoVoices, { ...SAME_VOICE });
export type PreviewRequest = z.infer<typeof previewRequest>;

export const preview = z.object({
  id: z.string(),
  /** `written`: title and all lines are there. */
  state: z.enum(['writing', 'written', 'failed']),
  /** Null until it is written. */
  title: z.string().nullable(),
  /** As far as they are written. */
  lines: z.array(
    z.object({
      speaker: z.enum(SPEAKERS),
      text: z.string(),
      /** Where it begins in the sound, s; null while no finished part has it. */
      start: z.number().nullable(),
    }),
  ),
  /** Of the length that was asked for; null until they are planned. */
  chapters: z.array(z.string()).nullable(),
  sound: z.object({
    /** `none` until somebody asks for it. */
    state: z.enum(['none', 'making', 'ready']),
    /** The list of its finished parts (`shared/parts.ts`). */
    partsUrl: z.string(),
    /** Length of the whole; null until it is ready. */
    seconds: z.number().nullable(),
  }),
  /** Why there is none, or in one that is written, why there is no sound or no chapters: a sentence. */
  failure: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type Preview = z.infer<typeof preview>;
