import { z } from 'zod';

const voice = z.object({
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

export type VoiceTraits = Pick<Voice, 'gender' | 'accent' | 'tags'>;

export const voiceList = z.object({ voices: z.array(voice) });
