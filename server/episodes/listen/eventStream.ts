import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Podcast } from '#shared/episode.ts';
import type { ChangeFeed } from '../log/changeFeed.ts';

/** How often a comment keeps proxies from closing a silent stream, ms. */
const HEARTBEAT = 15_000;
/** After this the browser reconnects and is authenticated again, ms. */
const MAX_AGE = 10 * 60_000;
/** How soon a browser reconnects after a stream broke off, ms. */
const RETRY = 2_000;
/** For each account on this instance: over HTTP/1.1 a browser has six connections in all. */
const MAX_STREAMS = 4;

interface Watcher {
  userId: number;
  podcast: Podcast;
  lastEventId: string | undefined;
}

interface Stream {
  userId: number;
  end(lastEvent?: string): void;
}

export type Events = ReturnType<typeof openEvents>;

/** Server-sent events (WHATWG HTML, section 9.2). Tests pass a shorter `heartbeat`, in ms. */
export function openEvents(changeFeed: Pick<ChangeFeed, 'subscribe'>, heartbeat = HEARTBEAT) {
  const streams = new Set<Stream>();
  let isClosed = false;

  function endOldest(userId: number): void {
    const own = [...streams].filter((stream) => stream.userId === userId);
    // Say why, or the browser would reconnect at once and displace the next one.
    const tooMany = Math.max(0, own.length - MAX_STREAMS + 1);
    for (const stream of own.slice(0, tooMany)) stream.end('event: full\ndata: {}\n\n');
  }

  return {
    /** Skips `podcast` if the browser has it (`lastEventId`). Ends once production has ended. */
    stream(res: Response, { userId, podcast, lastEventId }: Watcher): void {
      if (isClosed) return void res.status(503).end();
      // 204 tells a browser not to reconnect (section 9.2.3).
      if (isOver(podcast) && digestOf(podcast) === lastEventId) return void res.status(204).end();
      endOldest(userId);

      let seen = lastEventId;
      let latest = podcast;
      const offer = () => {
        // A slow reader gets the newest state later, without those in between.
        if (res.writableNeedDrain) return;
        const digest = digestOf(latest);
        if (digest !== seen) {
          res.write(
            `id: ${digest}\nevent: podcast\ndata: ${JSON.stringify({ podcast: latest })}\n\n`,
          );
        }
        seen = digest;
        if (isOver(latest)) stream.end();
      };
      const stream: Stream = {
        userId,
        end(lastEvent) {
          streams.delete(stream);
          clearInterval(beat);
          unsubscribe();
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
      const unsubscribe = changeFeed.subscribe(podcast.publicId, (now) => {
        if (!now) return stream.end();
        latest = now;
        offer();
      });
      streams.add(stream);
      res.on('close', () => stream.end());
      offer();
    },

    close(): void {
      isClosed = true;
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
