import { z } from 'zod';

/** `GET /api/config`: the settings of this installation for the browser. */
export const clientConfig = z.object({
  paddle: z.object({
    clientToken: z.string(),
    environment: z.enum(['sandbox', 'production']),
    /** Script to load before Paddle.js, set only if Paddle is a stand-in. */
    script: z.string().nullable(),
  }),
  /** Firebase's public settings for signing in with Google. */
  firebase: z.object({
    apiKey: z.string(),
    projectId: z.string(),
    authDomain: z.string(),
    /** URL on this site that the SDK sends a fresh token to; null for none. */
    tokenSyncUrl: z.string().nullable(),
    /** Set only if Firebase is a stand-in: its origin, and a script to load before the SDK. */
    standin: z.object({ url: z.string(), script: z.string() }).nullable(),
  }),
  /** Id of the tracking pixel; null disables tracking and its consent banner. */
  pixelId: z.string().nullable(),
  /** Whether `POST /api/auth/dev-mode` exists. */
  devMode: z.boolean(),
  /** Whether episodes are read up on beyond what their buyers bring: an admin may switch it off. */
  research: z.boolean(),
  /** Whether one can hear how an episode starts before paying: an admin may switch it off. */
  previews: z.boolean(),
  /** Names of the providers that are stand-ins. */
  standins: z.array(z.string()),
  /** The seller; the address may be empty. */
  legal: z.object({ name: z.string(), address: z.string() }),
  supportEmail: z.string(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
