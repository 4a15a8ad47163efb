import path from 'node:path';
import { z } from 'zod';
import { openSettings, type Settings } from './settings.ts';

const provider = z.strictObject({
  /** Milliseconds before the first byte. */
  latency: z.number().min(0).max(600_000).default(0),
  /** Share of requests that fail with `status`. */
  errorRate: z.number().min(0).max(1).default(0),
  status: z.number().int().min(400).max(599).default(500),
  hang: z.boolean().default(false),
  /** Share of answers whose connection is cut in the middle. */
  cut: z.number().min(0).max(1).default(0),
  /** Share of answers replaced by an HTML page with status 200. */
  garbage: z.number().min(0).max(1).default(0),
  /** Requests in flight above which 429 is answered; 0 is no limit. */
  concurrency: z.number().int().min(0).default(0),
});

/**
 * By default nothing fails. Rejects a misspelt name: a fault that never happens would make a test
 * that cannot fail.
 */
export const faultSettings = z.strictObject({
  openai: provider
    .extend({
      /** `scripts` replays the demo; `plain` writes exactly the words asked for, about nothing. */
      writer: z.enum(['scripts', 'plain']).default('scripts'),
      /** How far a section may miss its word budget, as a share of it. */
      budgetError: z.number().min(0).max(1).default(0),
      /** Adds what real models do: greetings in every section, markdown, stage directions. */
      badHabits: z.boolean().default(false),
      /** Sentences that are added to the ends of lines, in turn. */
      sayings: z.array(z.string()).default([]),
      /** Share of lines based on a fact that are spoilt; only the purchase log says which. */
      plants: z.number().min(0).max(1).default(0),
      /**
       * `approves` passes and `objects` rejects every line, `lies` demands an invented name and
       * figure, `strange` judges lines backwards and names some that do not exist.
       */
      reader: z
        .enum(['usual', 'refuses', 'silent', 'approves', 'objects', 'garbage', 'lies', 'strange'])
        .default('usual'),
      /** Share of lines for which the reader reports the opposite of what it found. */
      readerError: z.number().min(0).max(1).default(0),
      /** `silent` is as long as the line, `short` a tenth of it; neither reports a fault. */
      sound: z.enum(['usual', 'silent', 'short']).default('usual'),
      /** Milliseconds before the first token, then tokens per second; 0 sends all at once. */
      firstToken: z.number().min(0).default(0),
      tokensPerSecond: z.number().min(0).default(0),
      /**
       * `hostile` pages hold injections, `failed` is a failed call within an answer; `error` and
       * `busy` refuse the request.
       */
      search: z.enum(['usual', 'nothing', 'hostile', 'failed', 'error', 'busy']).default('usual'),
      /** Milliseconds. */
      searchTime: z.number().min(0).default(0),
    })
    .prefault({}),
  elevenlabs: provider
    .extend({
      /** Milliseconds of work for each second of audio, besides `latency`. */
      workPerSecond: z.number().min(0).default(0),
      /** How far a text's level may be from the voice's mean, in dB. */
      unevenness: z.number().min(0).max(12).default(0),
      /** `plain` keeps each voice's pitch and pace, but uses the base voice that costs a fifth. */
      voices: z.enum(['usual', 'plain']).default('usual'),
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
  web: provider
    .extend({
      /** Replication lag of the wiki's databases, in seconds. */
      lag: z.number().min(0).default(0),
    })
    .prefault({}),
  smtp: provider
    .extend({
      /** Milliseconds before the answer to each command, and to the whole message. */
      reply: z.number().min(0).default(0),
      verdict: z.number().min(0).default(0),
    })
    .prefault({}),
});
type FaultSettings = z.infer<typeof faultSettings>;
export type FaultyProvider = keyof FaultSettings;

export type Faults = Settings<typeof faultSettings>;

export const openFaults = (dir: string): Faults =>
  openSettings(path.join(dir, 'faults.json'), faultSettings);
