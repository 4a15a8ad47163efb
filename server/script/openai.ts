import { z } from 'zod';
import { log } from '../log.ts';
import { timed, watchCall } from '../provider.ts';
import { type RetryPolicy, retry } from '../retry.ts';
import { broken, failureOf, PROVIDER, unlessWithheld } from './failures.ts';
import { type Account, connect, modelFor, scriptRetries } from './model.ts';
import { safetyIdentifier } from './modelFacts.ts';
import { combine } from './moderation.ts';
import { planEpisode } from './plan.ts';
import type { Brief, Moderator, ScriptWriter } from './script.ts';
import type { Throttle } from './throttle.ts';
import { writeLines } from './write.ts';

/**
 * Writes scripts with OpenAI, or whatever speaks its chat completions with structured output.
 * `throttle` keeps it within the account's limits beside others; without it, it asks as if alone.
 * `patience` is how long and how often it is asked; the default suits the real API.
 */
export function openaiWriter(
  options: Account & { model: string; throttle?: Throttle },
  patience: RetryPolicy = scriptRetries,
): ScriptWriter {
  const client = connect(options, patience);
  const modelOf = (brief: Brief) => {
    const asker = { model: options.model, safetyIdentifier: safetyIdentifier(brief, options) };
    return modelFor({ client, patience, throttle: options.throttle }, asker, brief);
  };
  return {
    plan: (brief, signal) => planEpisode(modelOf(brief), brief, patience, signal),
    write: (brief, signal) => writeLines(modelOf(brief), brief, patience, signal),
  };
}

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

/** A visitor waits for this answer, so it is given up on sooner than a script. */
const MODERATION_PATIENCE: RetryPolicy = {
  ...scriptRetries,
  attempts: { busy: 3, broken: 3, rejected: 2 },
  longestWait: 2_000,
  total: 10_000,
};

/** Asks OpenAI's moderation; what nobody can tell is a `ProviderFailure` and never a yes. */
export function openaiModerator(
  account: Account,
  patience: RetryPolicy = MODERATION_PATIENCE,
): Moderator {
  const client = connect(account, patience);
  return {
    moderate: (text, signal) =>
      retry(patience, signal, () =>
        timed(PROVIDER, async () => {
          const by = watchCall(PROVIDER, signal, patience);
          try {
            const reply: unknown = await client.moderations.create(
              { model: 'omni-moderation-latest', input: text },
              { signal: by.signal },
            );
            const read = moderation.safeParse(reply);
            if (!read.success) throw broken('the answer is no moderation');
            const { verdict, because } = combine(read.data.results);
            if (verdict !== 'allowed')
              log.warn({ verdict, because }, 'moderation objects to a text');
            return verdict;
          } catch (error) {
            throw by.signal.aborted ? by.signal.reason : failureOf(error);
          } finally {
            by.end();
          }
        }),
      ),
  };
}

const models = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Asks once, for nothing, for the models that the account may use, by name; null where the key may
 * not be told. Throws `ProviderFailure`.
 */
export function openaiModels(account: Account): (signal: AbortSignal) => Promise<string[] | null> {
  const client = connect(account, scriptRetries);
  return (signal) =>
    timed(PROVIDER, async () => {
      // The SDK's own list takes a page of HTML for an empty one.
      const reply = await client.get<unknown>('/models', { signal }).catch(unlessWithheld);
      if (reply === null) return null;
      const read = models.safeParse(reply);
      if (!read.success) throw broken('the answer is no list of models');
      return read.data.data.map(({ id }) => id);
    });
}

/**
 * Asks once, for nothing, whether OpenAI serves us, its moderation included where we use it. A
 * `ProviderFailure` says why it does not.
 */
export function openaiProbe(
  account: Account & { moderation: boolean },
): (signal: AbortSignal) => Promise<void> {
  const listModels = openaiModels(account);
  const moderator = openaiModerator(account, { ...MODERATION_PATIENCE, attempts: {} });
  return async (signal) => {
    await listModels(signal);
    if (account.moderation) await moderator.moderate('Why do cats purr?', signal);
  };
}
