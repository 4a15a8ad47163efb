import { Router } from 'express';
import { titleChange } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import { reportRequest } from '#shared/reportSchema.ts';
import { signedIn, userOf, visitorOf } from '../auth/guard.ts';
import type { Limit } from '../http/limits.ts';
import { parse } from '../http/parse.ts';
import type { Storage, StoredFile } from '../storage/storage.ts';
import type { Events } from './eventStream.ts';
import type { OwnerActions } from './ownerActions.ts';
import type { Podcasts } from './podcasts.ts';
import type { Reports } from './reports.ts';
import { download, place, shelfPage } from './requests.ts';

/** `/api/podcasts`: the owner's episodes. */
export function podcastRoutes({
  podcasts,
  ownerActions,
}: {
  podcasts: Podcasts;
  ownerActions: OwnerActions;
}): Router {
  const routes = Router();
  routes.use(signedIn);
  routes.get('/', async (req, res) => {
    res.json(await podcasts.list(userOf(req), parse(shelfPage, req.query)));
  });
  routes.get('/:publicId', async (req, res) => {
    res.json({ podcast: await podcasts.find(userOf(req), req.params.publicId) });
  });
  routes.patch('/:publicId', async (req, res) => {
    const { title } = parse(titleChange, req.body);
    await ownerActions.rename(userOf(req), req.params.publicId, title);
    res.json({ podcast: await podcasts.find(userOf(req), req.params.publicId) });
  });
  routes.delete('/:publicId', async (req, res) => {
    await ownerActions.remove(userOf(req), req.params.publicId);
    res.status(204).end();
  });
  routes.post('/:publicId/resend', async (req, res) => {
    res.json({ email: await ownerActions.resend(userOf(req), req.params.publicId) });
  });
  return routes;
}

/** `/api/podcasts/:publicId/…`: what is told while an episode is made, and kept while it is heard. */
export function liveRoutes({ podcasts, events }: { podcasts: Podcasts; events: Events }): Router {
  const routes = Router();
  routes.use(signedIn);
  routes.get('/:publicId/events', async (req, res) => {
    const user = userOf(req);
    const podcast = await podcasts.find(user, req.params.publicId);
    if (req.method === 'HEAD') return void res.end();
    // Done with: the answer ends much later, when there may be nothing left to touch.
    Reflect.deleteProperty(req, 'session');
    events.stream(res, { userId: user.id, podcast, lastEventId: req.get('last-event-id') });
  });
  routes.post('/:publicId/share-link', async (req, res) => {
    res.json({ podcast: await podcasts.replaceLink(userOf(req), req.params.publicId) });
  });
  routes.put('/:token/position', async (req, res) => {
    const { seconds } = parse(place, req.body);
    await podcasts.keepPosition(userOf(req), req.params.token, seconds);
    res.status(204).end();
  });
  return routes;
}

/** `/api/reports`: open to whoever holds a link, a few an hour from each address. */
export function reportRoutes({ reports, limit }: { reports: Reports; limit: Limit }): Router {
  return Router().post('/', limit('reports', 5, 3600), async (req, res) => {
    await reports.receive(parse(reportRequest, req.body), visitorOf(req));
    res.status(201).json({ success: true });
  });
}

/** `/api/listen/:token`: what the listen page shows, for whoever holds the link. */
export function listenRoutes(podcasts: Podcasts): Router {
  return Router().get('/:token', async (req, res) => {
    res.json({ episode: await podcasts.listen(visitorOf(req), req.params.token) });
  });
}

/** Seconds. Whoever saw one hears on for so long; our player fetches a new one by itself. */
const LINK_SECONDS = 2 * 60 * 60;
/** Kept, but asked for again each time: a link that was replaced opens nothing any more. */
const ASKED_AGAIN = { 'Cache-Control': 'private, no-cache' };

/**
 * `/media/:token/…`: the sound (by a signed link) and what goes with it, for whoever holds a link;
 * by its public id for the owner's session.
 */
export function mediaRoutes(podcasts: Podcasts, storage: Storage): Router {
  const routes = Router();
  // The second is how podcast apps see the file; its name is nothing but a name.
  for (const path of ['/:token/episode.mp3', '/:token/file/:name.mp3'] as const) {
    routes.head(path, async (req, res) => {
      const { audioKey, audioBytes } = await podcasts.media(visitorOf(req), req.params.token);
      // The length is known without the bucket, and asked for by apps while it is out of reach.
      const stored = await storage.head(audioKey).catch(() => null);
      res.set(soundOf({ ...stored, bytes: audioBytes })).end();
    });
    routes.get(path, async (req, res) => {
      const { audioKey, title } = await podcasts.media(visitorOf(req), req.params.token);
      const wanted = parse(download, req.query).download;
      const downloadName = wanted ? `${fileName(title)}.mp3` : undefined;
      const link = await storage.link(audioKey, { expiresIn: LINK_SECONDS, downloadName });
      res.set('Cache-Control', 'private, no-store').redirect(302, link);
    });
  }
  routes.get('/:token/parts.json', async (req, res) => {
    res.set(ASKED_AGAIN).json(await podcasts.parts(visitorOf(req), req.params.token));
  });
  routes.head('/:token/part-:number.mp3', async (req, res) => {
    const { token, number } = req.params;
    const { audioKey } = await podcasts.part(visitorOf(req), token, Number(number));
    const stored = await storage.head(audioKey);
    if (!stored) throw new Problem('not_found', 'There is no such part');
    res.set(soundOf(stored)).end();
  });
  routes.get('/:token/part-:number.mp3', async (req, res) => {
    const { token, number } = req.params;
    const { audioKey } = await podcasts.part(visitorOf(req), token, Number(number));
    const link = await storage.link(audioKey, { expiresIn: LINK_SECONDS });
    res.set('Cache-Control', 'private, no-store').redirect(302, link);
  });
  routes.get('/:token/cover.jpg', async (req, res) => {
    const { publicId } = await podcasts.media(visitorOf(req), req.params.token);
    const cover = await storage.get(`episodes/${publicId}/cover.jpg`);
    res.set(ASKED_AGAIN).type('jpeg').send(cover);
  });
  routes.get('/:token/transcript.json', async (req, res) => {
    res.set(ASKED_AGAIN).json(await podcasts.transcript(visitorOf(req), req.params.token));
  });
  routes.get('/:token/transcript.vtt', async (req, res) => {
    const vtt = await podcasts.vtt(visitorOf(req), req.params.token);
    res.set(ASKED_AGAIN).type('text/vtt').send(vtt);
  });
  routes.get('/:token/chapters.json', async (req, res) => {
    const chapters = await podcasts.chapters(visitorOf(req), req.params.token);
    res.set(ASKED_AGAIN).type('application/json+chapters').send(JSON.stringify(chapters));
  });
  return routes;
}

/** What the bucket, to which GET leads on, says of the same. */
function soundOf({ bytes, etag, changedAt }: Omit<StoredFile, 'contentType'>) {
  return {
    'Content-Type': 'audio/mpeg',
    'Content-Length': String(bytes),
    'Accept-Ranges': 'bytes',
    ...(etag && { ETag: etag }),
    ...(changedAt && { 'Last-Modified': changedAt.toUTCString() }),
  };
}

/** A title as a file name on any system. */
function fileName(title: string): string {
  const plain = title.normalize('NFKC').replace(/[^\p{L}\p{N} ._-]+/gu, ' ');
  return plain.replace(/\s+/g, ' ').trim().slice(0, 80) || 'episode';
}
