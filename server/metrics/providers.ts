import { Histogram, type Registry } from 'prom-client';
import { type ProviderCall, providerCalls } from '../provider.ts';

/** Times every call to a provider, including retries. Returns a function that stops it. */
export function timeProviders(registry: Registry): () => void {
  const histogram = new Histogram({
    name: 'duologue_provider_call_duration_seconds',
    help: 'Calls to providers by how they ended: ok, left (by us), or the kind of trouble',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
    registers: [registry],
  });
  const record = (call: unknown) => {
    const { provider, outcome, seconds } = call as ProviderCall;
    histogram.observe({ provider, outcome }, seconds);
  };
  providerCalls.subscribe(record);
  return () => void providerCalls.unsubscribe(record);
}
