import { z } from 'zod';

export const voice = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  thumbnailUrl: z.string(),
  sampleAudioUrl: z.string(),
  gender: z.enum(['Male', 'Female']),
  accent: z.string(),
  description: z.string(),
  quality: z.enum(['Premium', 'Standard']),
});
export type Voice = z.infer<typeof voice>;

export const voiceList = z.object({ voices: z.array(voice) });

/** True when a listener would struggle to tell the two apart: same gender and same accent. */
export function soundAlike(one: Voice, other: Voice): boolean {
  return one.gender === other.gender && one.accent === other.accent;
}
