import { createHmac } from 'node:crypto';
import type { Faults } from '../faults.ts';
import type { PaddleAccount } from './account.ts';
import { newId } from './ids.ts';
import type { Notice, Sale, Store } from './store.ts';

/** As Paddle: an answer later than this is none, and after so many tries it gives up. */
const PATIENCE = 5_000;
const MOST_ATTEMPTS = 60;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 30_000;

/** How far apart events may trade places while `reorder` is on. */
const SHUFFLE = 600;

const eventOf = (type: string, data: object): Notice['event'] => ({
  event_id: newId('evt'),
  event_type: type,
  occurred_at: new Date().toISOString(),
  data: structuredClone(data),
});

/**
 * Tells the seller's destinations what happened, at least once each, signed anew at every try.
 * `note` only writes the event into the sale: whoever saves the sale calls `send` afterwards.
 */
export function openNotifier(tools: {
  store: Store;
  secret: string;
  faults: Faults;
  read: () => PaddleAccount;
}) {
  const { store, secret, faults, read } = tools;
  const timers = new Map<string, NodeJS.Timeout>();
  const deliveries = new Map<string, Promise<void>>();
  const end = new AbortController();

  const isSubscribed = (type: string) => read().events?.includes(type) ?? true;

  function note(sale: Sale, type: string, data: object) {
    if (!isSubscribed(type)) return;
    const { delay, duplicate, reorder, drop } = faults.read().paddle;
    const event = eventOf(type, data);
    for (let copy = 0; copy < duplicate; copy++) {
      if (Math.random() < drop) continue;
      const dueAt = Date.now() + delay + (reorder ? Math.random() * SHUFFLE : 0);
      sale.notices.push({ id: newId('ntf'), event, attempts: 0, dueAt });
    }
  }

  function send(sale: Sale) {
    for (const notice of sale.notices) {
      const { id } = notice;
      if (end.signal.aborted || timers.has(id) || deliveries.has(id)) continue;
      const start = () => {
        timers.delete(id);
        const delivery = deliver(sale, notice)
          .catch((error: unknown) => console.error('A demo webhook was not kept:', error))
          .finally(() => {
            deliveries.delete(id);
            send(sale);
          });
        deliveries.set(id, delivery);
      };
      timers.set(id, setTimeout(start, Math.max(0, notice.dueAt - Date.now())).unref());
    }
  }

  async function deliver(sale: Sale, notice: Notice) {
    const taken = await tryDestinations(notice);
    if (end.signal.aborted) return;
    notice.attempts += 1;
    notice.dueAt = Date.now() + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** notice.attempts);
    if (taken || notice.attempts >= MOST_ATTEMPTS) {
      sale.notices = sale.notices.filter(({ id }) => id !== notice.id);
    }
    store.save(sale);
  }

  async function tryDestinations({ id, event }: Notice): Promise<boolean> {
    const body = JSON.stringify({ ...event, notification_id: id });
    for (const url of store.destinations()) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'paddle-signature': sign(secret, body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([end.signal, AbortSignal.timeout(PATIENCE)]),
      }).catch(() => null);
      await reply?.body?.cancel();
      if (reply?.status === 200) return true;
    }
    return false;
  }

  return {
    note,
    send,
    /** Tells at once, and once, of what is about no sale of ours; true when a destination took it. */
    tell: async (type: string, data: object) =>
      isSubscribed(type) &&
      tryDestinations({ id: newId('ntf'), event: eventOf(type, data), attempts: 0, dueAt: 0 }),
    /** Tries everything that waits at once: there is a new destination. */
    hurry() {
      for (const sale of store.all()) {
        const refused = sale.notices.filter(({ id, attempts }) => attempts > 0 && timers.has(id));
        for (const notice of refused) {
          clearTimeout(timers.get(notice.id));
          timers.delete(notice.id);
          notice.dueAt = Date.now();
        }
        send(sale);
      }
    },
    async close() {
      end.abort();
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
