import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Feeds } from './feeds.ts';

/**
 * `/feeds/<feedToken>.xml`: the private feed, for whoever knows its address; podcast apps bring no
 * cookie. Express answers HEAD, and 304 to whoever has this very feed already.
 */
export function feedRoutes(feeds: Feeds): Router {
  return Router().get('/:token.xml', async (req, res) => {
    const { rss, changedAt, isSettled } = await feeds.read(req.params.token);
    // Weak: on its way it may be compressed.
    const etag = `W/"${createHash('sha256').update(rss).digest('base64url')}"`;
    // Whoever has the state of a second ago could not be told what changed since then by its time:
    // until that second is over the feed has no time, and is sent to whoever asks by one.
    if (isSettled) res.set('Last-Modified', changedAt.toUTCString());
    res
      .set({
        ETag: etag,
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'application/rss+xml; charset=utf-8',
      })
      .send(rss);
  });
}
