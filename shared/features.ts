import { z } from 'zod';

/** What an admin can switch off for everybody. */
export const FEATURES = ['briefs', 'memory', 'previews', 'research', 'sources'] as const;
export type Feature = (typeof FEATURES)[number];

const featureSwitches = z.strictObject({
  /** A model reads a topic before it is ordered, or when its production begins. */
  briefs: z.boolean(),
  /** The writer is told what an account has heard before. */
  memory: z.boolean(),
  previews: z.boolean(),
  /** The web and Wikipedia are read before an episode is written. */
  research: z.boolean(),
  sources: z.boolean(),
} satisfies Record<Feature, z.ZodBoolean>);
export type FeatureSwitches = z.infer<typeof featureSwitches>;

export const featuresReply = z.object({ features: featureSwitches });

export const featuresPatch = featureSwitches.partial();
export type FeaturesPatch = z.infer<typeof featuresPatch>;
