import { z } from 'zod';

export const clientConfig = z.object({
  /** Absent where nothing is sold. */
  paddle: z
    .object({
      clientToken: z.string(),
      environment: z.enum(['sandbox', 'production']),
      /** Script to load before Paddle.js, set only if Paddle is a stand-in. */
      script: z.string().nullable(),
    })
    .optional(),
  /** Public settings for signing in with Google; null where nobody can. */
  firebase: z
    .object({
      apiKey: z.string(),
      projectId: z.string(),
      authDomain: z.string(),
      /** URL on this site to which the SDK sends a fresh token. */
      tokenSyncUrl: z.string().nullable(),
      /** Set only if Firebase is a stand-in: its origin, and a script to load before the SDK. */
      standin: z.object({ url: z.string(), script: z.string() }).nullable(),
    })
    .nullable(),
  house: z
    .object({
      signups: z.boolean(),
      /** True without any account: the first needs the code that the server printed. */
      needsSetupCode: z.boolean(),
      minutesAMonth: z.number().int(),
      /** The only origin from which writes are accepted; absent where any of ours will do. */
      address: z.string().optional(),
    })
    .nullable(),
  /** If false, the screens show what an email would say. */
  sendsEmail: z.boolean(),
  /** Null disables tracking and its consent banner. */
  pixelId: z.string().nullable(),
  /** Whether `POST /api/auth/dev-mode` exists. */
  devMode: z.boolean(),
  /** Whether more is read than what buyers bring. An admin may switch it off. */
  research: z.boolean(),
  previews: z.boolean(),
  standins: z.array(z.string()),
  /** The seller; the address may be empty. */
  legal: z.object({ name: z.string(), address: z.string() }),
  /** Empty in a house that has none. */
  supportEmail: z.string(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
export type PaddleSettings = NonNullable<ClientConfig['paddle']>;
export type FirebaseSettings = NonNullable<ClientConfig['firebase']>;
