import { once } from 'node:events';
import { coalesce } from '../../base/kit/coalesce.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';

/** Episodes need those of these that are configured. Sales continue without mail or Google. */
export const NEEDED = ['OpenAI', 'ElevenLabs', 'Speech server', 'S3', 'Folder'] as const;
export type Needed = (typeof NEEDED)[number];

/** Sales also stop while Paddle refuses our account. */
export const WATCHED = [...NEEDED, 'Paddle'] as const;
export type Watched = (typeof WATCHED)[number];

type Call = (signal: AbortSignal) => Promise<unknown>;

/** Each costs (almost) nothing, and rejects if the provider does not serve us. */
export type Probes = Record<Needed, Call>;

/**
 * The smallest request with all parameters of a real one, independent of any order. It costs a
 * fraction of a cent when served and nothing when refused. A provider without one uses its probe.
 */
export type Trials = Partial<Record<Watched, Call>>;

/** `refused` is definite; a provider that is down is `unknown`. */
type Verdict = 'served' | 'refused' | 'unknown';

/** ms. */
export const DEADLINES = { probe: 10_000, trial: 45_000 };

/** Concurrent calls share a request. Once `closing` aborts, every call rejects with its reason. */
export function openProbeRunner(
  { probes, trials }: { probes: Probes; trials: Trials },
  closing: AbortSignal,
) {
  const shared = coalesce<Verdict>();

  async function ask(provider: Watched, call: Call, milliseconds: number): Promise<Verdict> {
    const deadline = AbortSignal.any([closing, AbortSignal.timeout(milliseconds)]);
    const late = once(deadline, 'abort').then(() => Promise.reject(deadline.reason));
    try {
      await Promise.race([call(deadline), late]);
      return 'served';
    } catch (error) {
      closing.throwIfAborted();
      log.warn({ err: error, provider }, 'a probe failed');
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
    return shared(`${kind} ${provider}`, () => ask(provider, call, DEADLINES[kind]));
  }

  const probe = (provider: Watched) =>
    together('probe', provider, provider === 'Paddle' ? undefined : probes[provider]);
  return {
    probe,
    trial: (provider: Watched) =>
      trials[provider] ? together('trial', provider, trials[provider]) : probe(provider),
  };
}
