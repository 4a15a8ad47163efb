import { createHash } from 'node:crypto';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Feeds } from './feeds.ts';

/** Podcast apps send no cookie. Express answers HEAD, and conditional requests with 304. */
export const feedEndpoints = (feeds: Feeds): Endpoint[] => [
  endpoint('GET /feeds/:token.xml', {
    summary: 'An account’s private feed',
    access: 'link',
    type: 'application/rss+xml',
    async handle({ res, params }) {
      const { rss, changedAt, isSettled } = await feeds.read(params.token);
      // Weak: proxies may compress the body.
      const etag = `W/"${createHash('sha256').update(rss).digest('base64url')}"`;
      // Until its second is over, another change could carry the same time: HTTP counts in seconds.
      if (isSettled) res.set('Last-Modified', changedAt.toUTCString());
      res.set({
        ETag: etag,
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'application/rss+xml; charset=utf-8',
      });
      return rss;
    },
  }),
];
