import { type ProviderCall, providerCalls } from '../provider.ts';

interface Failing {
  provider: string;
  message: string;
  /** For how long, ms. */
  age: number;
}

/**
 * Hears of every call that this process makes to a provider, tries inside the vendor files included:
 * those go on for more than a minute before an episode hears that its provider is away.
 */
export function listenForFailures() {
  const began = new Map<string, { at: number; message: string }>();
  const record = (told: unknown) => {
    const { provider, outcome } = told as ProviderCall;
    if (outcome === 'ok') began.delete(provider);
    if (outcome !== 'busy' && outcome !== 'broken') return;
    const message = `${provider}: no call goes through (${outcome})`;
    if (!began.has(provider)) began.set(provider, { at: performance.now(), message });
  };
  providerCalls.subscribe(record);
  return {
    /** Providers of which no call went well for longer than this, ms. */
    olderThan(milliseconds: number): Failing[] {
      return [...began]
        .map(([provider, { at, message }]) => ({ provider, message, age: performance.now() - at }))
        .filter(({ age }) => age > milliseconds);
    },
    forget: (provider: string) => void began.delete(provider),
    stop: () => void providerCalls.unsubscribe(record),
  };
}
