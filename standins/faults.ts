import path from 'node:path';
import { z } from 'zod';
import { openSettings, type Settings } from './settings.ts';

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
 * The settings of `PUT /standins/faults`; by default nothing fails. A misspelt name is rejected: a
 * fault that never happens would make a test that cannot fail.
 */
export const faultSettings = z.strictObject({
  openai: provider
    .extend({
      /** `scripts` is the demo's; `plain` writes exactly as many words as asked for, about nothing. */
      writer: z.enum(['scripts', 'plain']).default('scripts'),
      /** The most by which a section misses its word budget, as a share of it. */
      budgetError: z.number().min(0).max(1).default(0),
      /** Adds the bad habits of real models: greetings in every section, markdown, stage directions. */
      badHabits: z.boolean().default(false),
      /** Sentences that stand at the ends of lines as well, in turn. */
      sayings: z.array(z.string()).default([]),
      /**
       * The share of lines told on a fact that are spoilt: a false number, another name, an invented
       * cause. The purchase log holds what was planted; the product never sees it.
       */
      plants: z.number().min(0).max(1).default(0),
      /**
       * How lines are read: `refuses` declines, `silent` never answers, `approves` has all stand, `objects`
       * to all, `garbage` is no JSON, `lies` has a new name and figure said, `strange` names lines backwards.
       */
      reader: z
        .enum(['usual', 'refuses', 'silent', 'approves', 'objects', 'garbage', 'lies', 'strange'])
        .default('usual'),
      /** The share of lines of which the reader says the opposite of what it found. */
      readerError: z.number().min(0).max(1).default(0),
      /**
       * What a line of speech sounds like: `silent` is as long as the line, `short` ends after a tenth of
       * it, and neither says that anything is wrong.
       */
      sound: z.enum(['usual', 'silent', 'short']).default('usual'),
      /** Milliseconds before the first token, and tokens a second after it; 0 is all at once. */
      firstToken: z.number().min(0).default(0),
      tokensPerSecond: z.number().min(0).default(0),
      /**
       * What a web search brings: `hostile` is pages with injections and one that is gone, `failed`
       * a call that fails inside an answer, `error` and `busy` a refusal of the request.
       */
      search: z.enum(['usual', 'nothing', 'hostile', 'failed', 'error', 'busy']).default('usual'),
      /** Milliseconds of each search. */
      searchTime: z.number().min(0).default(0),
    })
    .prefault({}),
  elevenlabs: provider
    .extend({
      /** Milliseconds of work for each second of audio, besides `latency`. */
      workPerSecond: z.number().min(0).default(0),
      /** The most by which a text is louder or softer than the voice's mean, in dB. */
      unevenness: z.number().min(0).max(12).default(0),
      /** `plain` speaks in each voice's pitch and pace, by the base voice that costs a fifth of others. */
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
      /** Seconds by which the wiki's databases are behind. */
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

/** Opens the settings in `dir`. */
export const openFaults = (dir: string): Faults =>
  openSettings(path.join(dir, 'faults.json'), faultSettings);
