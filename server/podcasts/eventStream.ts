import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Podcast } from '#shared/episode.ts';
import type { ChangeFeed } from './changeFeed.ts';

/** A silent line keeps proxies from taking the stream for dead (design section 4), ms. */
const HEARTBEAT = 15_000;
/** Then the browser asks anew, and is asked again who it is, ms. */
const LIFE = 10 * 60_000;
/** How soon a browser asks again after a stream broke off, ms. */
const RETRY = 2_000;
/** Open streams of one account on this instance: over HTTP/1.1 a browser has six connections in all. */
const MOST = 4;

export interface Events {
  /**
   * Answers with the stream of an episode's states, beginning with `podcast` unless the browser
   * knows it (`lastEventId`). Ends once the episode is made or given up.
   */
  stream(res: Response, watcher: Watcher): void;
  close(): void;
}

interface Watcher {
  userId: number;
  podcast: Podcast;
  lastEventId: string | undefined;
}

interface Stream {
  userId: number;
  end(lastWord?: string): void;
}

/**
 * Server-sent events (WHATWG HTML, section 9.2). `heartbeat` in ms is given by tests alone, who have
 * less time.
 */
export function openEvents(watch: Pick<ChangeFeed, 'join'>, heartbeat = HEARTBEAT): Events {
  const streams = new Set<Stream>();
  let isClosed = false;

  function endOldest(userId: number): void {
    const own = [...streams].filter((stream) => stream.userId === userId);
    // Told why, or the browser would be back in a moment, and turn the next one out.
    const tooMany = Math.max(0, own.length - MOST + 1);
    for (const stream of own.slice(0, tooMany)) stream.end('event: full\ndata: {}\n\n');
  }

  return {
    stream(res, { userId, podcast, lastEventId }) {
      if (isClosed) return void res.status(503).end();
      // 204 is how a browser is told to ask no more (the same, section 9.2.3).
      if (isOver(podcast) && digestOf(podcast) === lastEventId) return void res.status(204).end();
      endOldest(userId);

      let seen = lastEventId;
      let latest = podcast;
      const offer = () => {
        // Whoever reads too slowly is told the newest state later, not every one between.
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
        end(lastWord) {
          streams.delete(stream);
          clearInterval(beat);
          leave();
          res.end(lastWord);
        },
      };

      res.status(200).set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        // nginx and its kin hold answers back unless told not to.
        'X-Accel-Buffering': 'no',
      });
      res.flushHeaders();
      res.write(`retry: ${RETRY}\n\n`);
      const openedAt = Date.now();
      const beat = setInterval(() => {
        if (Date.now() - openedAt > LIFE) return stream.end();
        if (!res.writableNeedDrain) res.write(':\n\n');
        offer();
      }, heartbeat);
      const leave = watch.join(podcast.publicId, (now) => {
        if (!now) return stream.end();
        latest = now;
        offer();
      });
      streams.add(stream);
      res.on('close', () => stream.end());
      offer();
    },

    close() {
      isClosed = true;
      for (const stream of [...streams]) stream.end();
    },
  };
}

function isOver({ status }: Podcast): boolean {
  return status !== 'processing';
}

/** Names a state. The time left is left out: it runs down by itself. */
function digestOf(podcast: Podcast): string {
  const shown = JSON.stringify({ ...podcast, etaSeconds: null });
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}
