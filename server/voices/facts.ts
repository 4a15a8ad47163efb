import { z } from 'zod';
import facts from './facts.json' with { type: 'json' };

const fact = z.object({
  name: z.string(),
  gender: z.enum(['Male', 'Female']),
  accent: z.string(),
  tags: z.array(z.string()).min(2).max(4),
  description: z.string(),
});
type Fact = z.infer<typeof fact>;

/** Our descriptions of voices that we have listened to, by the provider's id. */
export const knownVoices: ReadonlyMap<string, Fact> = new Map(
  Object.entries(z.record(z.string(), fact).parse(facts)),
);
