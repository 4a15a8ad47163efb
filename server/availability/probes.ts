import { once } from 'node:events';
import { log } from '../log.ts';
import { ProviderFailure } from '../provider.ts';

/** What no episode can be made without. While mail or Google are away, selling goes on. */
export const NEEDED = ['OpenAI', 'ElevenLabs', 'S3'] as const;
export type Needed = (typeof NEEDED)[number];

/** Also what nothing is sold without. Paddle may be away, but not refuse our account. */
export const WATCHED = [...NEEDED, 'Paddle'] as const;
export type Watched = (typeof WATCHED)[number];

type Call = (signal: AbortSignal) => Promise<unknown>;

/**
 * How each is asked whether it serves us at all, beside any episode: a call that costs (next to)
 * nothing and rejects when it does not.
 */
export type Probes = Record<Needed, Call>;

/**
 * A request with all the parameters of those that episodes and checkouts make, as small as can be and
 * about nobody's order. It costs a fraction of a cent where it is served, and nothing where it is
 * refused. Of what has none the probe is one already.
 */
export type Trials = Partial<Record<Watched, Call>>;

/** `refused` is a no to our request; of a provider that is away nobody can tell. */
type Verdict = 'served' | 'refused' | 'unknown';

/** Without an answer after this time it has failed, ms. */
export const DEADLINES = { probe: 10_000, trial: 45_000 };

/** Asks providers; those who ask the same at once hear the same answer. */
interface ProbeRunner {
  probe(provider: Watched): Promise<Verdict>;
  trial(provider: Watched): Promise<Verdict>;
}

/** Once `closing` is aborted every question rejects with its reason. */
export function openProbeRunner(
  { probes, trials }: { probes: Probes; trials: Trials },
  closing: AbortSignal,
): ProbeRunner {
  const underWay = new Map<string, Promise<Verdict>>();

  async function ask(provider: Watched, call: Call, milliseconds: number): Promise<Verdict> {
    const deadline = AbortSignal.any([closing, AbortSignal.timeout(milliseconds)]);
    const late = once(deadline, 'abort').then(() => Promise.reject(deadline.reason));
    try {
      await Promise.race([call(deadline), late]);
      return 'served';
    } catch (error) {
      closing.throwIfAborted();
      log.warn({ err: error, provider }, 'a provider does not serve a probe');
      const isPassing = !(error instanceof ProviderFailure) || error.passing;
      return isPassing ? 'unknown' : 'refused';
    }
  }

  function together(
    kind: keyof typeof DEADLINES,
    provider: Watched,
    call: Call | undefined,
  ): Promise<Verdict> {
    if (!call) return Promise.resolve('served');
    const name = `${kind} ${provider}`;
    const asked =
      underWay.get(name) ??
      ask(provider, call, DEADLINES[kind]).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  }

  const probe = (provider: Watched) =>
    together('probe', provider, provider === 'Paddle' ? undefined : probes[provider]);
  return {
    probe,
    trial: (provider) =>
      trials[provider] ? together('trial', provider, trials[provider]) : probe(provider),
  };
}
