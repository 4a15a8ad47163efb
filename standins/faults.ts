import path from 'node:path';
import { z } from 'zod';
import { openSwitches, type Switches } from './switches.ts';

const provider = z.strictObject({
  /** Milliseconds before the first byte. */
  latency: z.number().min(0).max(600_000).default(0),
  /** Share of requests that fail with `status`. */
  errorRate: z.number().min(0).max(1).default(0),
  status: z.number().int().min(400).max(599).default(500),
  /** Never answer. */
  hang: z.boolean().default(false),
  /** Share of answers whose connection is cut in the middle. */
  cut: z.number().min(0).max(1).default(0),
  /** Share of answers replaced by an HTML page with status 200. */
  garbage: z.number().min(0).max(1).default(0),
  /** Requests in flight above which 429 is answered; 0 is no limit. */
  concurrency: z.number().int().min(0).default(0),
});

/**
 * The switches of `PUT /standins/faults`; what is left out is as on a good day. A misspelt switch
 * is refused: a fault that silently never happens makes a test that cannot fail.
 */
export const faultSettings = z.strictObject({
  openai: provider
    .extend({
      /** How far a section may miss its word budget, as a share of it. */
      budgetError: z.number().min(0).max(1).default(0),
      /** Behave as real models do: greetings in every section, markdown, stage directions, ... */
      manners: z.boolean().default(false),
      /** Milliseconds before the first token, and tokens a second after it; 0 is at once. */
      firstToken: z.number().min(0).default(0),
      tokensPerSecond: z.number().min(0).default(0),
    })
    .prefault({}),
  elevenlabs: provider
    .extend({
      /** Milliseconds of work per second of audio, on top of `latency`. */
      workPerSecond: z.number().min(0).default(0),
    })
    .prefault({}),
  paddle: provider
    .extend({
      /** Webhooks: milliseconds before sending, copies of each, shuffled order, share never sent. */
      delay: z.number().min(0).default(0),
      duplicate: z.number().int().min(1).max(20).default(1),
      reorder: z.boolean().default(false),
      drop: z.number().min(0).max(1).default(0),
    })
    .prefault({}),
  google: provider.prefault({}),
  s3: provider.prefault({}),
  smtp: provider
    .extend({
      /** Milliseconds before the answer to each command, and before the one to the whole letter. */
      reply: z.number().min(0).default(0),
      verdict: z.number().min(0).default(0),
    })
    .prefault({}),
});
type FaultSettings = z.infer<typeof faultSettings>;
export type FaultyProvider = keyof FaultSettings;

export type Faults = Switches<typeof faultSettings>;

/** Opens the switches kept in `dir`; what is not set is as on a good day. */
export const openFaults = (dir: string): Faults =>
  openSwitches(path.join(dir, 'faults.json'), faultSettings);
