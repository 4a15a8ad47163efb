import { z } from 'zod';

/** `GET /api/config`: what the browser needs to know about this installation. */
export const clientConfig = z.object({
  paddle: z.object({
    clientToken: z.string(),
    environment: z.enum(['sandbox', 'production']),
    /** A script to load before Paddle.js, set only while Paddle is a stand-in. */
    script: z.string().nullable(),
  }),
  /** Firebase's public settings, for the sign-in with Google. */
  firebase: z.object({
    apiKey: z.string(),
    projectId: z.string(),
    authDomain: z.string(),
    /** Where the SDK reports a fresh token to, on this site; null is nowhere. */
    tokenSyncUrl: z.string().nullable(),
    /** Set only while Firebase is a stand-in: its origin, and a script to load before the SDK. */
    standin: z.object({ url: z.string(), script: z.string() }).nullable(),
  }),
  /** The marketing pixel, or null: then nothing is measured and nobody is asked. */
  pixelId: z.string().nullable(),
  /** True where `POST /api/auth/dev-mode` exists. */
  devMode: z.boolean(),
  /** Providers that are stand-ins here, by name. */
  standins: z.array(z.string()),
  /** Who sells here; the address may be empty. */
  legal: z.object({ name: z.string(), address: z.string() }),
  supportEmail: z.string(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
