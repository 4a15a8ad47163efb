import { z } from 'zod';

/** `GET /api/config`: what the browser needs to know about this installation. */
const clientConfig = z.object({
  paddle: z.object({
    clientToken: z.string(),
    environment: z.enum(['sandbox', 'production']),
    /** A script to load before Paddle.js, set only while Paddle is a stand-in. */
    script: z.string().nullable(),
  }),
  /** Providers that are stand-ins here, by name. */
  standins: z.array(z.string()),
  /** Who sells here; the address may be empty. */
  legal: z.object({ name: z.string(), address: z.string() }),
  supportEmail: z.string(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
