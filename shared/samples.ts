import { z } from 'zod';
import { episodeWave } from './episode.ts';

const sample = z.object({
  /** Share token, as in `/media/:token/…` and `/listen?episode=`. */
  token: z.string(),
  title: z.string(),
  summary: z.string().nullable(),
  topic: z.string(),
  tone: z.string(),
  style: z.string(),
  voice1Id: z.string(),
  voice1Name: z.string(),
  voice2Id: z.string(),
  voice2Name: z.string(),
  durationSeconds: z.number(),
  wave: episodeWave.nullable(),
  audioUrl: z.string(),
  transcriptUrl: z.string(),
  coverUrl: z.string(),
});
export type Sample = z.infer<typeof sample>;

export const sampleList = z.object({
  samples: z.array(sample),
  /** Demos in production. */
  recording: z.number().int(),
});
export type SampleList = z.infer<typeof sampleList>;
