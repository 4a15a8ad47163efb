import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import type { Podcast } from '#shared/episode.ts';
import type { NotificationHandler } from '../../base/db/notifications.ts';
import { log } from '../../base/kit/log.ts';

/** How often a comment keeps proxies from closing a silent stream, ms. */
const HEARTBEAT = 15_000;
/** After this the browser reconnects and is authenticated again, ms. */
const MAX_AGE = 10 * 60_000;
/** How soon a browser reconnects after a stream broke off, ms. */
const RETRY = 2_000;
/** For each account on this instance: over HTTP/1.1 a browser has six connections in all. */
const MAX_STREAMS = 4;
/** The shortest time between two reads of one episode, and the wait after a failed one, ms. */
const READ_EVERY = 250;
const READ_AGAIN = 2_000;

interface Watcher {
  userId: number;
  podcast: Podcast;
  lastEventId: string | undefined;
}

interface Stream {
  userId: number;
  show(podcast: Podcast): void;
  end(lastEvent?: string): void;
}

interface Watched {
  streams: Set<Stream>;
  /** The episode may have changed since the last read began. */
  isStale: boolean;
  isReading: boolean;
}

export interface Events extends NotificationHandler {
  /** Skips `podcast` if the browser has it (`lastEventId`). Ends once production has ended. */
  stream(res: Response, watcher: Watcher): void;
  close(): void;
}

/**
 * Server-sent events (WHATWG HTML, section 9.2). Reads each watched episode when it changes,
 * whichever instance produces it; null when it no longer exists. Tests pass a shorter `heartbeat`.
 */
export function openEvents(
  read: (publicId: string) => Promise<Podcast | null>,
  heartbeat = HEARTBEAT,
): Events {
  /** Oldest first. */
  const streams = new Set<Stream>();
  const watched = new Map<string, Watched>();
  const closing = new AbortController();
  const { signal } = closing;

  async function follow(publicId: string, episode: Watched): Promise<void> {
    episode.isReading = true;
    while (episode.isStale && episode.streams.size > 0 && !signal.aborted) {
      episode.isStale = false;
      let wait = READ_EVERY;
      try {
        const podcast = await read(publicId);
        for (const stream of [...episode.streams]) {
          if (podcast) stream.show(podcast);
          else stream.end();
        }
      } catch (error) {
        log.warn({ err: error }, 'could not read a watched episode');
        episode.isStale = true;
        wait = READ_AGAIN;
      }
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
    episode.isReading = false;
  }

  function notice(publicId: string): void {
    const episode = watched.get(publicId);
    if (!episode) return;
    episode.isStale = true;
    if (!episode.isReading) void follow(publicId, episode);
  }

  function watch(publicId: string, stream: Stream): () => void {
    const episode = watched.get(publicId) ?? {
      streams: new Set(),
      isStale: false,
      isReading: false,
    };
    watched.set(publicId, episode);
    episode.streams.add(stream);
    streams.add(stream);
    notice(publicId);
    return () => {
      streams.delete(stream);
      episode.streams.delete(stream);
      if (episode.streams.size === 0 && watched.get(publicId) === episode) watched.delete(publicId);
    };
  }

  return {
    notice,
    missed() {
      for (const publicId of watched.keys()) notice(publicId);
    },

    stream(res, { userId, podcast, lastEventId }) {
      if (signal.aborted) return void res.status(503).end();
      // 204 tells a browser not to reconnect (section 9.2.3).
      if (isOver(podcast) && digestOf(podcast) === lastEventId) return void res.status(204).end();
      const own = [...streams].filter((stream) => stream.userId === userId);
      const tooMany = Math.max(0, own.length - MAX_STREAMS + 1);
      // Say why, or the browser would reconnect at once and displace the next one.
      for (const stream of own.slice(0, tooMany)) stream.end('event: full\ndata: {}\n\n');

      let seen = lastEventId;
      let latest = podcast;
      const offer = () => {
        // A slow reader gets the newest state later, without those in between.
        if (res.writableNeedDrain) return;
        const digest = digestOf(latest);
        const data = JSON.stringify({ podcast: latest });
        if (digest !== seen) res.write(`id: ${digest}\nevent: podcast\ndata: ${data}\n\n`);
        seen = digest;
        if (isOver(latest)) stream.end();
      };
      const stream: Stream = {
        userId,
        show(now) {
          latest = now;
          offer();
        },
        end(lastEvent) {
          clearInterval(beat);
          leave();
          res.end(lastEvent);
        },
      };

      res.status(200).set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        // Keeps nginx from buffering the stream.
        'X-Accel-Buffering': 'no',
      });
      res.flushHeaders();
      res.write(`retry: ${RETRY}\n\n`);
      const openedAt = Date.now();
      const beat = setInterval(() => {
        if (Date.now() - openedAt > MAX_AGE) return stream.end();
        if (!res.writableNeedDrain) res.write(':\n\n');
        offer();
      }, heartbeat);
      const leave = watch(podcast.publicId, stream);
      res.on('close', () => stream.end());
      offer();
    },

    close() {
      closing.abort();
      for (const stream of [...streams]) stream.end();
    },
  };
}

function isOver({ status }: Podcast): boolean {
  return status !== 'processing';
}

/** Identifies a state, ignoring the time left, which runs down by itself. */
function digestOf(podcast: Podcast): string {
  const shown = JSON.stringify({ ...podcast, etaSeconds: null });
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}
