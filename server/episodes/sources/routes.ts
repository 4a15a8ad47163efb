import type { Request, Response } from 'express';
import { z } from 'zod';
import { SOURCE_PDF_MAX } from '#shared/sourceLimits.ts';
import { sourceRequest, source as sourceSchema } from '#shared/sources.ts';
import { shareOf } from '../../base/bounds/network.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { newToken } from '../../base/db/newToken.ts';
import { type Asking, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Encyclopedia } from '../../reading/web/research.ts';
import { findArticle, type Given } from './given.ts';
import { attachSource, findSource, ownerOf, removeSource, type SourceTools } from './sources.ts';

const sourceReply = z.object({ source: sourceSchema });

export interface SourceRouteTools extends SourceTools {
  /** Null except in the demo. */
  articles: Encyclopedia | null;
  limit: Limit;
  asking: Asking;
}

export function sourceEndpoints(tools: SourceRouteTools): Endpoint[] {
  const { limit, asking } = tools;
  async function attach(req: Request, res: Response, sent: Given | { topic: string }) {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const given =
      'topic' in sent ? { url: await findArticle(tools, sent.topic, gone.signal) } : sent;
    const owner = ownerOf(req) ?? { visitorKey: newToken() };
    const asked = { share: shareOf(req), given, gone: gone.signal };
    const { source, isNew } = await attachSource(tools, owner, asked);
    // Set last: nobody gets a cookie for what could not be read.
    if ('visitorKey' in owner) req.session.visitorKey = owner.visitorKey;
    if (!isNew) res.status(200);
    res.set('Cache-Control', 'no-store');
    return { source };
  }

  return [
    endpoint('POST /api/sources', {
      summary:
        'Have a link, a text, a PDF or, in the demo, the article on a topic read; the same again gets the same, as a 200',
      access: asking,
      before: limit('sources'),
      body: sourceRequest,
      upload: {
        type: 'application/pdf',
        most: SOURCE_PDF_MAX,
        field: 'pdf',
        tooLarge: 'A PDF can be 10 MB at most.',
        handle: ({ req, res, bytes }) => attach(req, res, { pdf: bytes }),
      },
      status: 201,
      reply: sourceReply,
      handle: ({ req, res, body }) => attach(req, res, body),
    }),
    endpoint('GET /api/sources/:id', {
      summary: 'One of one’s own sources',
      access: 'session',
      reply: sourceReply,
      async handle({ req, res, params }) {
        res.set('Cache-Control', 'no-store');
        return { source: await findSource(tools, ownerOf(req), params.id) };
      },
    }),
    endpoint('DELETE /api/sources/:id', {
      summary: 'Take a source back',
      access: 'session',
      status: 204,
      handle: ({ req, params }) => removeSource(tools, ownerOf(req), params.id),
    }),
  ];
}
