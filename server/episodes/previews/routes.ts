import type { Request, RequestHandler } from 'express';
// Declares `req.session`.
import type {} from 'express-session';
import { z } from 'zod';
import { partList } from '#shared/parts.ts';
import { previewRequest, preview as previewSchema } from '#shared/previews.ts';
import { DURATIONS } from '#shared/pricing.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import type { Storage } from '../../base/files/storage.ts';
import { type Asking, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { presentParts } from '../log/parts.ts';
import { describePart, redirectToSound } from '../log/storedSound.ts';
import { ownerOf } from '../sources/sources.ts';
import { askForPreview, askForSound, type PreviewTools } from './ask.ts';
import { findPart, findParts, findPreview, notFound } from './preview.ts';

const previewReply = z.object({ preview: previewSchema });

const MOST_REMEMBERED = 20;

export interface PreviewRouteTools extends PreviewTools {
  storage: Pick<Storage, 'head' | 'link'>;
  limit: Limit;
  asking: Asking;
}

export function previewEndpoints(tools: PreviewRouteTools): Endpoint[] {
  const { db, storage, limit, asking } = tools;
  const newText = limit('previews');
  const newSound = limit('preview-sounds');
  return [
    endpoint('POST /api/previews', {
      summary: 'How an episode would begin; the same again gets the same, as a 200',
      access: asking,
      body: previewRequest,
      status: 201,
      reply: previewReply,
      async handle({ req, res, body }) {
        const consume = () => newText(req);
        const { preview, isNew } = await askForPreview(tools, ownerOf(req), body, consume);
        await remember(req, preview.id);
        if (!isNew) res.status(200);
        res.set('Cache-Control', 'no-store');
        return { preview };
      },
    }),
    endpoint('GET /api/previews/:id', {
      summary: 'How far it is, with the chapters of a length',
      access: 'session',
      query: z.object({ minutes: z.coerce.number().pipe(z.literal(DURATIONS)).optional() }),
      reply: previewReply,
      async handle({ req, res, params, query }) {
        res.set('Cache-Control', 'no-store');
        return { preview: await findPreview(db, ownId(req, params.id), query.minutes) };
      },
    }),
    endpoint('POST /api/previews/:id/sound', {
      summary: 'Have it spoken',
      access: 'session',
      status: 202,
      reply: previewReply,
      async handle({ req, res, params }) {
        const id = ownId(req, params.id);
        res.set('Cache-Control', 'no-store');
        const consume = () => newSound(req);
        return { preview: await askForSound(tools, ownerOf(req), id, consume) };
      },
    }),
    endpoint('GET /media/preview/:id/parts.json', {
      summary: 'What can be heard of a preview',
      access: 'session',
      before: hidden,
      reply: partList,
      async handle({ req, params }) {
        const id = ownId(req, params.id);
        return presentParts(await findParts(db, id), `preview/${id}`);
      },
    }),
    endpoint('HEAD /media/preview/:id/part-:number.mp3', {
      summary: 'Length of one part of a preview',
      access: 'session',
      before: hidden,
      async handle({ req, res, params }) {
        const part = await findPart(db, ownId(req, params.id), params.number);
        await describePart(storage, res, part.audioKey);
      },
    }),
    endpoint('GET /media/preview/:id/part-:number.mp3', {
      summary: 'Redirect to one part of a preview',
      access: 'session',
      before: hidden,
      status: 302,
      async handle({ req, res, params }) {
        const part = await findPart(db, ownId(req, params.id), params.number);
        await redirectToSound(storage, res, part.audioKey);
      },
    }),
  ];
}

const hidden: RequestHandler = (_req, res, next) => {
  res.set({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-store' });
  next();
};

/** Another tab may have asked meanwhile. A session that ended, as by a sign-in, stays ended. */
async function remember(req: Request, id: string): Promise<void> {
  const { user, session } = req;
  const wasStored = Boolean(user || session.visitorKey || session.previews);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  session.reload(resolve);
  const failure = await promise;
  if (failure && wasStored) return;
  const others = (req.session.previews ?? []).filter((other) => other !== id);
  req.session.previews = [id, ...others].slice(0, MOST_REMEMBERED);
}

function ownId({ session }: Request, id: string): string {
  if (!session.previews?.includes(id)) throw notFound();
  return id;
}
