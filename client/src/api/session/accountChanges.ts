import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from '../client.ts';
import { outdateAccount } from '../session.ts';

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

function statesIn(reply: unknown): string[] {
  if (!isRecord(reply)) return [];
  const things = [
    reply.order,
    reply.podcast,
    ...recordsIn(reply.pages).flatMap(({ orders, podcasts }) => [
      ...recordsIn(orders),
      ...recordsIn(podcasts),
    ]),
  ];
  return things.filter(isRecord).map(({ status }) => String(status));
}

/** States in which an order or an episode has changed nothing about the account yet. */
const PENDING = ['open', 'processing'];

/** Outdates the session when a reply shows a payment or a finished episode. */
export function watchAccountChanges(client: QueryClient): () => void {
  const known = new Map<string, string>();
  return client.getQueryCache().subscribe(({ type, query }) => {
    const { queryHash, state } = query;
    const states = type === 'updated' ? statesIn(state.data) : [];
    if (states.length === 0) return;
    const now = states.join();
    // A list may show changes long past; an order looked at by itself was just placed.
    const isPast = isRecord(state.data) && 'pages' in state.data;
    const before = known.get(queryHash) ?? (isPast ? now : PENDING.find((one) => one === now));
    known.set(queryHash, now);
    if (before === now) return;
    void outdateAccount(client);
  });
}
