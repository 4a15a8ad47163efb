import { z } from 'zod';
import { log } from '../../base/kit/log.ts';
import { timed, watchCall } from '../../base/kit/provider.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import { modelFor, scriptRetries } from '../model/model.ts';
import { type Account, connect, safetyIdentifier } from '../model/modelClient.ts';
import { broken, failureOf, PROVIDER, unlessWithheld } from '../model/modelFailures.ts';
import type { RateLimiter } from '../model/rateLimits.ts';
import { verdictOf } from '../script/moderation.ts';
import type {
  BriefReader,
  LineModerator,
  ScriptSpec,
  ScriptWriter,
} from '../script/scriptWriter.ts';
import { findFacts } from './facts.ts';
import { writeOpening } from './opening.ts';
import { editOutline, planEpisode } from './plan.ts';
import { findAnswers, readTopic, recapScript } from './readings.ts';
import { readLines } from './readLines.ts';
import { rewriteLines } from './rewrite.ts';
import { writeLines } from './write.ts';

/** Works with any server that has OpenAI's chat completions. */
export function openaiWriter(
  options: Account & { model: string; rateLimiter?: RateLimiter },
  policy: RetryPolicy = scriptRetries,
): ScriptWriter {
  const client = connect(options, policy);
  const { isOwn = false, rateLimiter } = options;
  const readerOf = (spec: ScriptSpec, signal: AbortSignal, own = policy) => {
    const asker = { model: options.model, safetyIdentifier: safetyIdentifier(spec, options) };
    const model = modelFor({ client, policy, isOwn, rateLimiter }, asker, spec);
    return { model, policy: own, signal };
  };
  /** For what an episode can do without. */
  const optional = (spec: ScriptSpec, signal: AbortSignal) =>
    readerOf(spec, signal, { ...policy, attempts: { busy: 2, broken: 2 } });
  /** A visitor waits: a failure is soon told, and the button pressed again. */
  const hurried = {
    ...policy,
    attempts: { busy: 3, broken: 3, rejected: 2 },
    firstWait: Math.min(policy.firstWait, 200),
    longestWait: 3_000,
    total: 30_000,
    idle: Math.min(policy.idle, 10_000),
  };
  return {
    open: (spec, signal) => writeOpening(readerOf(spec, signal, hurried), spec),
    plan: (spec, signal) => planEpisode(readerOf(spec, signal), spec),
    edit: (spec, draft, signal) => editOutline(optional(spec, signal), spec, draft),
    findAnswers: async ({ questions = [], ...spec }, lines, signal) =>
      questions.length ? findAnswers(optional(spec, signal), questions, lines) : [],
    findFacts: (spec, source, signal) => findFacts(optional(spec, signal), spec, source),
    read: (spec, reading, signal) => readLines(optional(spec, signal), spec, reading),
    readTopic: (spec, sources, signal) =>
      readTopic(optional(spec, signal), { topic: spec.topic, sources }),
    rewrite: (spec, exchange, signal) => rewriteLines(optional(spec, signal), spec, exchange),
    recap: (spec, lines, signal) => recapScript(optional(spec, signal), spec, lines),
    write: (spec, signal) => writeLines(readerOf(spec, signal), spec),
  };
}

/** A visitor goes on typing: a late reading is of no use. */
const readingRetries: RetryPolicy = {
  ...scriptRetries,
  attempts: { broken: 2 },
  firstWait: 100,
  total: 4_000,
  idle: 4_000,
};

export function openaiBriefReader(
  options: Account & { model: string; rateLimiter?: RateLimiter },
  policy: RetryPolicy = readingRetries,
): BriefReader {
  const client = connect(options, policy);
  return {
    model: options.model,
    read(typed, signal, onUsage) {
      const spec = { ...NO_EPISODE, topic: typed.topic, ...(onUsage && { onUsage }) };
      const connection = { client, policy, isOwn: false, rateLimiter: options.rateLimiter };
      const model = modelFor(connection, { model: options.model }, spec);
      return readTopic({ model, policy, signal }, typed);
    },
  };
}

/** A topic is read before anything is ordered. */
const NO_EPISODE = {
  episode: 'brief',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'A',
  hostB: 'B',
};

const moderation = z.object({
  results: z
    .array(
      z.object({
        flagged: z.boolean(),
        categories: z.record(z.string(), z.boolean()).optional(),
        category_scores: z.record(z.string(), z.number()).optional(),
      }),
    )
    .min(1),
});

/** A visitor waits for this answer, so it gets less time than a script. */
const moderationRetries: RetryPolicy = {
  ...scriptRetries,
  attempts: { busy: 3, broken: 3, rejected: 2 },
  longestWait: 2_000,
  total: 10_000,
};

/** Without an answer it throws `ProviderFailure`, and never allows a text. */
export function openaiModerator(
  account: Account,
  policy: RetryPolicy = moderationRetries,
): LineModerator {
  const client = connect(account, policy);
  const moderateEach = (texts: string[], signal: AbortSignal) =>
    retry(policy, signal, () =>
      timed(PROVIDER, async () => {
        const by = watchCall(PROVIDER, signal, policy);
        try {
          const reply: unknown = await client.moderations.create(
            // Some compatible servers take no list.
            { model: 'omni-moderation-latest', input: texts.length > 1 ? texts : texts.join() },
            { signal: by.signal },
          );
          const { data } = moderation.safeParse(reply);
          if (data?.results.length !== texts.length) throw broken('the answer is not a moderation');
          return data.results.map((result) => {
            const { verdict, because } = verdictOf(result);
            if (verdict !== 'allowed') log.warn({ verdict, because }, 'moderation flagged a text');
            return verdict;
          });
        } catch (error) {
          throw by.signal.aborted ? by.signal.reason : failureOf(error);
        } finally {
          by.end();
        }
      }),
    );
  return {
    moderateEach,
    moderate: async (text, signal) => (await moderateEach([text], signal))[0] ?? 'refused',
  };
}

const models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Free of charge; null where the key may not list models. Throws `ProviderFailure`. */
function openaiModels(account: Account): (signal: AbortSignal) => Promise<string[] | null> {
  const client = connect(account, scriptRetries);
  return (signal) =>
    timed(PROVIDER, async () => {
      // The SDK's own method takes a page of HTML for an empty list.
      const reply = await client.get<unknown>('/models', { signal }).catch(unlessWithheld);
      if (reply === null) return null;
      const read = models.safeParse(reply);
      if (!read.success) throw broken('the answer is not a list of models');
      return read.data.data.map(({ id }) => id);
    });
}

/** Checks once, free of charge, whether OpenAI serves us. Throws `ProviderFailure`. */
export function openaiProbe(
  account: Account & { moderation: boolean },
): (signal: AbortSignal) => Promise<void> {
  const listModels = openaiModels(account);
  const moderator = openaiModerator(account, { ...moderationRetries, attempts: {} });
  return async (signal) => {
    await listModels(signal);
    if (account.moderation) await moderator.moderate('Why do cats purr?', signal);
  };
}
