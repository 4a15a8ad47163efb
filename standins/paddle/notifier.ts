import { createHmac } from 'node:crypto';
import type { Faults } from '../faults.ts';
import type { PaddleAccount } from './account.ts';
import { newId } from './ids.ts';
import type { Notification, Sale, Store } from './store.ts';

/** As at Paddle: milliseconds to wait for an answer, and the number of attempts. */
const TIMEOUT = 5_000;
const MOST_ATTEMPTS = 60;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 30_000;

/** With `reorder` on, events are delayed by up to this many milliseconds. */
const MAX_REORDER_DELAY = 600;

const eventOf = (type: string, data: object): Notification['event'] => ({
  event_id: newId('evt'),
  event_type: type,
  occurred_at: new Date().toISOString(),
  data: structuredClone(data),
});

/** Delivers at least once. `enqueue` only adds to the sale: save the sale, then call `send`. */
export function openNotifier(tools: {
  store: Store;
  secret: string;
  faults: Faults;
  read: () => PaddleAccount;
}) {
  const { store, secret, faults, read } = tools;
  const timers = new Map<string, NodeJS.Timeout>();
  const deliveries = new Map<string, Promise<void>>();
  const closing = new AbortController();

  const isSubscribed = (type: string) => read().events?.includes(type) ?? true;

  function enqueue(sale: Sale, type: string, data: object) {
    if (!isSubscribed(type)) return;
    const { delay, duplicate, reorder, drop } = faults.read().paddle;
    const event = eventOf(type, data);
    for (let copy = 0; copy < duplicate; copy++) {
      if (Math.random() < drop) continue;
      const dueAt = Date.now() + delay + (reorder ? Math.random() * MAX_REORDER_DELAY : 0);
      sale.notifications.push({ id: newId('ntf'), event, attempts: 0, dueAt });
    }
  }

  function send(sale: Sale) {
    for (const notification of sale.notifications) {
      const { id } = notification;
      if (closing.signal.aborted || timers.has(id) || deliveries.has(id)) continue;
      const start = () => {
        timers.delete(id);
        const delivery = deliver(sale, notification)
          .catch((error: unknown) => console.error('A demo webhook could not be delivered:', error))
          .finally(() => {
            deliveries.delete(id);
            send(sale);
          });
        deliveries.set(id, delivery);
      };
      timers.set(id, setTimeout(start, Math.max(0, notification.dueAt - Date.now())).unref());
    }
  }

  async function deliver(sale: Sale, notification: Notification) {
    const isAccepted = await tryDestinations(notification);
    if (closing.signal.aborted) return;
    notification.attempts += 1;
    notification.dueAt =
      Date.now() + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** notification.attempts);
    if (isAccepted || notification.attempts >= MOST_ATTEMPTS) {
      sale.notifications = sale.notifications.filter(({ id }) => id !== notification.id);
    }
    store.save(sale);
  }

  async function tryDestinations({ id, event }: Notification): Promise<boolean> {
    const body = JSON.stringify({ ...event, notification_id: id });
    for (const url of store.destinations()) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'paddle-signature': sign(secret, body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT)]),
      }).catch(() => null);
      await reply?.body?.cancel();
      if (reply?.status === 200) return true;
    }
    return false;
  }

  return {
    enqueue,
    send,
    /** Sends an event that belongs to no sale, without retries; true if a destination accepted it. */
    sendOnce: async (type: string, data: object) =>
      isSubscribed(type) &&
      tryDestinations({ id: newId('ntf'), event: eventOf(type, data), attempts: 0, dueAt: 0 }),
    retryNow() {
      for (const sale of store.all()) {
        const refused = sale.notifications.filter(
          ({ id, attempts }) => attempts > 0 && timers.has(id),
        );
        for (const notification of refused) {
          clearTimeout(timers.get(notification.id));
          timers.delete(notification.id);
          notification.dueAt = Date.now();
        }
        send(sale);
      }
    },
    async close() {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(deliveries.values());
    },
  };
}

/** https://developer.paddle.com/webhooks/signature-verification */
function sign(secret: string, body: string): string {
  const time = Math.floor(Date.now() / 1000);
  const h1 = createHmac('sha256', secret).update(`${time}:${body}`).digest('hex');
  return `ts=${time};h1=${h1}`;
}
