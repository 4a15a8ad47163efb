import { setTimeout as sleep } from 'node:timers/promises';
import type { Podcast } from '#shared/episode.ts';
import type { NotificationHandler } from '../db/notifications.ts';
import { log } from '../log.ts';

/** An episode is read at most so often, however fast its lines are spoken, ms. */
const READ_EVERY = 250;
/** After a reading that failed, ms. */
const READ_AGAIN = 2_000;

/** Null when there is no such episode (any more). */
type Listener = (podcast: Podcast | null) => void;

/** Everybody here who watches one episode: they share its readings. */
interface Subscribers {
  listeners: Set<Listener>;
  /** Something may have changed since the last reading began. */
  isStale: boolean;
  isReading: boolean;
}

export interface ChangeFeed extends NotificationHandler {
  /** Tells the episode as it is, soon, and then as it changes. The answer ends it. */
  join(publicId: string, notify: Listener): () => void;
  close(): void;
}

/** Follows the episodes that somebody watches here, whichever instance works on them. */
export function openChangeFeed(read: (publicId: string) => Promise<Podcast | null>): ChangeFeed {
  const circles = new Map<string, Subscribers>();
  const closing = new AbortController();
  const { signal } = closing;

  async function readOnce(publicId: string, circle: Subscribers): Promise<number> {
    circle.isStale = false;
    try {
      const podcast = await read(publicId);
      for (const notify of [...circle.listeners]) notify(podcast);
      return READ_EVERY;
    } catch (error) {
      log.warn({ err: error }, 'a watched episode could not be read');
      circle.isStale = true;
      return READ_AGAIN;
    }
  }

  async function follow(publicId: string, circle: Subscribers): Promise<void> {
    circle.isReading = true;
    while (circle.isStale && circle.listeners.size > 0 && !signal.aborted) {
      const wait = await readOnce(publicId, circle);
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
    circle.isReading = false;
  }

  function notice(publicId: string): void {
    const circle = circles.get(publicId);
    if (!circle) return;
    circle.isStale = true;
    if (!circle.isReading) void follow(publicId, circle);
  }

  return {
    join(publicId, notify) {
      const circle = circles.get(publicId) ?? {
        listeners: new Set(),
        isStale: false,
        isReading: false,
      };
      circles.set(publicId, circle);
      circle.listeners.add(notify);
      notice(publicId);
      return () => {
        circle.listeners.delete(notify);
        if (circle.listeners.size === 0 && circles.get(publicId) === circle)
          circles.delete(publicId);
      };
    },
    notice,
    missed() {
      for (const publicId of circles.keys()) notice(publicId);
    },
    close: () => closing.abort(),
  };
}
