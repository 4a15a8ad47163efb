import { onProviderCall } from '../../base/kit/provider.ts';

interface Failing {
  provider: string;
  message: string;
  /** How long it has been failing, ms. */
  age: number;
}

/**
 * Observes every call of this process to a provider, including the retries inside the vendor files,
 * which go on for more than a minute before an episode sees the failure.
 */
export function listenForFailures() {
  const began = new Map<string, { at: number; message: string }>();
  const stop = onProviderCall(({ provider, outcome }) => {
    if (outcome === 'ok') began.delete(provider);
    if (outcome !== 'busy' && outcome !== 'broken') return;
    const message = `${provider}: no call goes through (${outcome})`;
    if (!began.has(provider)) began.set(provider, { at: performance.now(), message });
  });
  return {
    /** Providers without a successful call for longer than this, ms. */
    olderThan(milliseconds: number): Failing[] {
      return [...began]
        .map(([provider, { at, message }]) => ({ provider, message, age: performance.now() - at }))
        .filter(({ age }) => age > milliseconds);
    },
    forget: (provider: string) => void began.delete(provider),
    stop,
  };
}
