import { log } from '../../base/kit/log.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import { bad, type CheckOptions, type Finding, type Found, messageOf } from './check.ts';

export interface Entry {
  provider: Finding['provider'];
  /**
   * Imports the check first: until then its SDK is not loaded. Failures are findings; it rejects
   * only with the signal's reason.
   */
  run(options: CheckOptions): Promise<Found[]>;
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
  options: CheckOptions,
): Promise<Finding[]> {
  const found = await Promise.all(
    entries.map(async (entry) => {
      const seen = await runOne(entry, deadline, options);
      return seen.map(({ ok, sentence }) => ({
        provider: entry.provider,
        ok,
        sentence: redact(sentence),
      }));
    }),
  );
  return found.flat();
}

/** Also stops waiting for a check that ignores its signal. */
async function runOne(
  { provider, run }: Entry,
  deadline: number,
  { buy, signal }: CheckOptions,
): Promise<Found[]> {
  const late = AbortSignal.timeout(deadline);
  const ending = AbortSignal.any([signal, late]);
  try {
    return await unlessAborted(run({ buy, signal: ending }), ending);
  } catch (error) {
    signal.throwIfAborted();
    log.debug({ err: error, provider }, 'a check did not finish');
    return [bad(late.aborted ? lateAfter(deadline) : sayCrash(error))];
  }
}

const lateAfter = (deadline: number) =>
  `It did not answer within ${Math.round(deadline / 1000)} s: look at its status page, and check again.`;

function sayCrash(error: unknown): string {
  const words = messageOf(error).replaceAll(/\s+/g, ' ').slice(0, 300);
  return `The check itself failed (${words}): check again, and report it if it happens again.`;
}

export type Redaction = (text: string) => string;

/** Shorter secrets occur within ordinary words, and protect nothing. */
const SHORTEST = 6;

/** Redacts secrets that a provider or an error repeats: plain, URL-encoded and in base64. */
export function openRedaction(secrets: readonly (string | null | undefined)[]): Redaction {
  const known = secrets.flatMap((secret) => {
    if (!secret || secret.length < SHORTEST) return [];
    return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  });
  // One secret may be a prefix of another.
  const longestFirst = [...new Set(known)].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '…'), text);
}

/** Returns the password in a URL, encoded and decoded. */
export function passwordsIn(address: string | null | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
