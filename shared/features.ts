import { z } from 'zod';

/** What an admin can switch off for everybody. */
export const FEATURES = ['briefs', 'memory', 'previews', 'research', 'sources'] as const;
export type Feature = (typeof FEATURES)[number];

const featureSwitches = z.strictObject({
  /** Topics are read before they are ordered, or when their production begins. */
  briefs: z.boolean(),
  /** The writer is told what an account has heard before. */
  memory: z.boolean(),
  /** Visitors hear how an episode begins before they order it. */
  previews: z.boolean(),
  /** The web and Wikipedia are read up on before an episode is written. */
  research: z.boolean(),
  /** Buyers can bring links, texts and PDFs. */
  sources: z.boolean(),
} satisfies Record<Feature, z.ZodBoolean>);
export type FeatureSwitches = z.infer<typeof featureSwitches>;

/** `GET /api/admin/features`: which are on. */
export const featuresReply = z.object({ features: featureSwitches });

/** `PATCH /api/admin/features`: those to be switched. */
export const featuresPatch = featureSwitches.partial();
export type FeaturesPatch = z.infer<typeof featuresPatch>;
