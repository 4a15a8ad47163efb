import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from '../client.ts';
import { outdateAccount } from '../session.ts';

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The states of every order and episode in a reply, of one or of a list. */
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

/**
 * Marks the session as outdated once a reply shows that a payment or a finished episode has changed the
 * account on the server. It is not fetched before a screen asks for it. Returns what ends the watch.
 */
export function watchAccountChanges(client: QueryClient): () => void {
  const known = new Map<string, string>();
  return client.getQueryCache().subscribe(({ type, query }) => {
    const { queryHash, state } = query;
    const states = type === 'updated' ? statesIn(state.data) : [];
    if (states.length === 0) return;
    const now = states.join();
    // What a list shows first may be long past; somebody who looks at one order has just placed it.
    const isPast = isRecord(state.data) && 'pages' in state.data;
    const before = known.get(queryHash) ?? (isPast ? now : PENDING.find((one) => one === now));
    known.set(queryHash, now);
    if (before === now) return;
    void outdateAccount(client);
  });
}
