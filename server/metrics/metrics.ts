import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Books, readBusiness } from './business.ts';
import { timeProviders } from './providers.ts';
import { timeRequests } from './requests.ts';

/** What this server and its business do, in numbers, for Prometheus. No label names a person. */
export interface Metrics {
  /** What a scraper has to say. */
  readonly token: string;
  readonly contentType: string;
  /** Times each request that comes by. */
  timeRequests: RequestHandler;
  /** Everything, in Prometheus' text format. */
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
