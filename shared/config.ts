import { z } from 'zod';

/** `GET /api/config`: the settings of this installation for the browser. */
export const clientConfig = z.object({
  /** Left out where nothing is sold: there is no word of it then. */
  paddle: z
    .object({
      clientToken: z.string(),
      environment: z.enum(['sandbox', 'production']),
      /** Script to load before Paddle.js, set only if Paddle is a stand-in. */
      script: z.string().nullable(),
    })
    .optional(),
  /** Firebase's public settings for signing in with Google; null where one cannot. */
  firebase: z
    .object({
      apiKey: z.string(),
      projectId: z.string(),
      authDomain: z.string(),
      /** URL on this site that the SDK sends a fresh token to; null for none. */
      tokenSyncUrl: z.string().nullable(),
      /** Set only if Firebase is a stand-in: its origin, and a script to load before the SDK. */
      standin: z.object({ url: z.string(), script: z.string() }).nullable(),
    })
    .nullable(),
  /** A house, where nothing is sold; null where episodes are. */
  house: z
    .object({
      signups: z.boolean(),
      /** There is no account yet: the first needs the code that the server printed at its start. */
      needsSetupCode: z.boolean(),
      /** Minutes of episodes that each account may order in a month (UTC). */
      minutesAMonth: z.number().int(),
      /** The one origin that writes are taken from; left out where any of ours is as good. */
      address: z.string().optional(),
    })
    .nullable(),
  /** Whether emails are sent. Where none are, the screens show what they would say. */
  sendsEmail: z.boolean(),
  /** Id of the tracking pixel; null disables tracking and its consent banner. */
  pixelId: z.string().nullable(),
  /** Whether `POST /api/auth/dev-mode` exists. */
  devMode: z.boolean(),
  /** Whether episodes are read up on beyond what their buyers bring: an admin may switch it off. */
  research: z.boolean(),
  /** Whether one can hear how an episode starts before paying: an admin may switch it off. */
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
