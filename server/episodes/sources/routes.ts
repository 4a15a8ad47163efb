import type { Request, Response } from 'express';
import { z } from 'zod';
import { SOURCE_PDF_MAX } from '#shared/sourceLimits.ts';
import { source as sourceSchema, sourceRequest } from '#shared/sources.ts';
import { shareOf } from '../../base/bounds/network.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { newToken } from '../../base/db/newToken.ts';
import { type Asking, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Given, openArticleSearch } from './given.ts';
import { ownerOf, type Sources } from './sources.ts';

const sourceReply = z.object({ source: sourceSchema });

export function sourceEndpoints({
  sources,
  findArticle,
  limit,
  asking,
}: {
  sources: Sources;
  findArticle: ReturnType<typeof openArticleSearch>;
  limit: Limit;
  asking: Asking;
}): Endpoint[] {
  async function attach(req: Request, res: Response, asked: Given | { topic: string }) {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const given = 'topic' in asked ? { url: await findArticle(asked.topic, gone.signal) } : asked;
    const owner = ownerOf(req) ?? { visitorKey: newToken() };
    const { source, isNew } = await sources.attach(owner, shareOf(req), given, gone.signal);
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
        return { source: await sources.find(ownerOf(req), params.id) };
      },
    }),
    endpoint('DELETE /api/sources/:id', {
      summary: 'Take a source back',
      access: 'session',
      status: 204,
      handle: ({ req, params }) => sources.remove(ownerOf(req), params.id),
    }),
  ];
}
