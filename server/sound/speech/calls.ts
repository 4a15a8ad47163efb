import { lazily } from '../../base/kit/lazily.ts';
import { type Deadlines, type ProviderFailure, timed, watchCall } from '../../base/kit/provider.ts';

/** Wraps a fault of this machine, not of the provider, while it read an answer. */
export class OwnFault extends Error {
  constructor(cause: unknown) {
    super('this machine could not read the answer', { cause });
    this.name = 'OwnFault';
  }
}

/** One request through a provider's SDK; calls `alive` for each chunk of the answer. */
export type Ask<Sdk, T> = (sdk: Sdk, abortSignal: AbortSignal, alive: () => void) => Promise<T>;

/** Throws `ProviderFailure`. `limits` replace the usual deadlines. */
export type Call<Sdk> = <T>(
  signal: AbortSignal,
  ask: Ask<Sdk, T>,
  limits?: Deadlines,
) => Promise<T>;

interface Wire<Sdk> {
  provider: string;
  connect(): Promise<Sdk>;
  failureOf(error: unknown): ProviderFailure;
}

export function openCalls<Sdk>(wire: Wire<Sdk>, usual: Deadlines): Call<Sdk> {
  const { provider, failureOf } = wire;
  const client = lazily(wire.connect);
  return async (signal, ask, limits = usual) => {
    const sdk = await client();
    return timed(provider, async () => {
      const watch = watchCall(provider, signal, limits);
      try {
        return await ask(sdk, watch.signal, watch.alive);
      } catch (error) {
        if (watch.signal.aborted) throw watch.signal.reason;
        throw error instanceof OwnFault ? error.cause : failureOf(error);
      } finally {
        watch.end();
      }
    });
  };
}
