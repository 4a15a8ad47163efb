import { onProviderCall } from '../../base/kit/provider.ts';

interface Failing {
  provider: string;
  message: string;
  /** ms. */
  age: number;
}

/** Sees retries too, which go on for over a minute before an episode sees the failure. */
export function listenForFailures() {
  const began = new Map<string, { at: number; message: string }>();
  const stop = onProviderCall(({ provider, outcome }) => {
    if (outcome === 'ok') began.delete(provider);
    if (outcome !== 'busy' && outcome !== 'broken') return;
    const message = `${provider}: no call goes through (${outcome})`;
    if (!began.has(provider)) began.set(provider, { at: performance.now(), message });
  });
  return {
    /** Lists providers without a successful call for longer than this, ms. */
    olderThan(milliseconds: number): Failing[] {
      return [...began]
        .map(([provider, { at, message }]) => ({ provider, message, age: performance.now() - at }))
        .filter(({ age }) => age > milliseconds);
    },
    forget: (provider: string) => void began.delete(provider),
    stop,
  };
}
