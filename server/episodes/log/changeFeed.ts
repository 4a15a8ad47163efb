import { setTimeout as sleep } from 'node:timers/promises';
import type { Podcast } from '#shared/episode.ts';
import type { NotificationHandler } from '../../base/db/notifications.ts';
import { log } from '../../base/kit/log.ts';

/** The shortest time between two reads of one episode, ms. */
const READ_EVERY = 250;
/** The wait after a failed read, ms. */
const READ_AGAIN = 2_000;

/** Null when the episode no longer exists. */
type Listener = (podcast: Podcast | null) => void;

interface Subscribers {
  listeners: Set<Listener>;
  /** The episode may have changed since the last read began. */
  isStale: boolean;
  isReading: boolean;
}

export interface ChangeFeed extends NotificationHandler {
  /** Notifies of the current episode soon, and of each change. Returns the unsubscribe function. */
  subscribe(publicId: string, notify: Listener): () => void;
  close(): void;
}

/** Reads each subscribed episode when it changes, whichever instance produces it. */
export function openChangeFeed(read: (publicId: string) => Promise<Podcast | null>): ChangeFeed {
  const subscriptions = new Map<string, Subscribers>();
  const closing = new AbortController();
  const { signal } = closing;

  async function readOnce(publicId: string, subscribers: Subscribers): Promise<number> {
    subscribers.isStale = false;
    try {
      const podcast = await read(publicId);
      for (const notify of [...subscribers.listeners]) notify(podcast);
      return READ_EVERY;
    } catch (error) {
      log.warn({ err: error }, 'could not read a subscribed episode');
      subscribers.isStale = true;
      return READ_AGAIN;
    }
  }

  async function follow(publicId: string, subscribers: Subscribers): Promise<void> {
    subscribers.isReading = true;
    while (subscribers.isStale && subscribers.listeners.size > 0 && !signal.aborted) {
      const wait = await readOnce(publicId, subscribers);
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
    subscribers.isReading = false;
  }

  function notice(publicId: string): void {
    const subscribers = subscriptions.get(publicId);
    if (!subscribers) return;
    subscribers.isStale = true;
    if (!subscribers.isReading) void follow(publicId, subscribers);
  }

  return {
    subscribe(publicId, notify) {
      const subscribers = subscriptions.get(publicId) ?? {
        listeners: new Set(),
        isStale: false,
        isReading: false,
      };
      subscriptions.set(publicId, subscribers);
      subscribers.listeners.add(notify);
      notice(publicId);
      return () => {
        subscribers.listeners.delete(notify);
        if (subscribers.listeners.size === 0 && subscriptions.get(publicId) === subscribers)
          subscriptions.delete(publicId);
      };
    },
    notice,
    missed() {
      for (const publicId of subscriptions.keys()) notice(publicId);
    },
    close: () => closing.abort(),
  };
}
