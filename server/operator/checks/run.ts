import { once } from 'node:events';
import { log } from '../../base/kit/log.ts';
import { type Check, type CheckOptions, type Finding, findingOf, messageOf } from './check.ts';
import type { Redaction } from './redaction.ts';

/** `open` imports the check only when it runs: until then its SDK is not loaded. */
export interface Entry {
  provider: Finding['provider'];
  open(): Promise<Check>;
}

interface RunTools {
  redact: Redaction;
  /** Timeout for each provider, ms. */
  deadline: number;
}

/** Findings are in the order of `entries`. Rejects only with the caller's reason. */
export async function runChecks(
  entries: readonly Entry[],
  { redact, deadline }: RunTools,
  { buy, signal }: CheckOptions,
): Promise<Finding[]> {
  const found = await Promise.all(
    entries.map(async (entry) => {
      const late = AbortSignal.timeout(deadline);
      try {
        return await runOne(entry, { buy, signal: AbortSignal.any([signal, late]) });
      } catch (error) {
        signal.throwIfAborted();
        log.debug({ err: error, provider: entry.provider }, 'a check did not finish');
        const words = late.aborted ? lateAfter(deadline) : sayCrash(error);
        return [findingOf(entry.provider)(false, words)];
      }
    }),
  );
  return found.flat().map((finding) => ({ ...finding, sentence: redact(finding.sentence) }));
}

/** Also stops waiting for a check that ignores its signal. */
async function runOne({ open }: Entry, options: CheckOptions): Promise<Finding[]> {
  const { signal } = options;
  signal.throwIfAborted();
  const settled = new AbortController();
  const ended = once(signal, 'abort', { signal: settled.signal }).then(() =>
    Promise.reject(signal.reason),
  );
  const work = open().then((check) => check(options));
  try {
    return await Promise.race([work, ended]);
  } finally {
    work.catch(() => {});
    ended.catch(() => {});
    settled.abort();
  }
}

const lateAfter = (deadline: number) =>
  `It did not answer within ${Math.round(deadline / 1000)} s: look at its status page, and check again.`;

function sayCrash(error: unknown): string {
  const words = messageOf(error);
  return `The check itself failed (${words.replaceAll(/\s+/g, ' ').slice(0, 300)}): check again, and report it if it happens again.`;
}
