import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Books, readBusiness } from './business.ts';
import { timeProviders } from './providers.ts';
import { timeRequests } from './requests.ts';

/** Figures about this server and the business, for Prometheus. No label identifies a person. */
export interface Metrics {
  /** The bearer token that a scraper must send. */
  readonly token: string;
  readonly contentType: string;
  /** Times each request. */
  timeRequests: RequestHandler;
  /** All metrics in Prometheus' text format. */
  read(): Promise<string>;
  close(): void;
}

export function openMetrics({ token, ...books }: { token: string } & Books): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopListening = timeProviders(registry);
  return {
    token,
    contentType: registry.contentType,
    timeRequests: timeRequests(registry),
    async read() {
      const business = await readBusiness(books);
      return `${await registry.metrics()}\n${await business.metrics()}`;
    },
    close: stopListening,
  };
}
