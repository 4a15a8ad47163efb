import { Router } from 'express';
import { z } from 'zod';
import { signedIn, userOf, visitorOf } from '../auth/guard.ts';
import { page } from '../http/page.ts';
import { parse } from '../http/parse.ts';
import type { Storage } from '../storage/storage.ts';
import type { Podcasts } from './podcasts.ts';

/** `/api/podcasts`: the owner's episodes. */
export function podcastRoutes(podcasts: Podcasts): Router {
  const routes = Router();
  routes.use(signedIn);
  routes.get('/', async (req, res) => {
    res.json(await podcasts.list(userOf(req), parse(page, req.query)));
  });
  routes.get('/:publicId', async (req, res) => {
    res.json({ podcast: await podcasts.find(userOf(req), req.params.publicId) });
  });
  return routes;
}

/** `/api/listen/:token`: what the listen page shows, for whoever holds the link. */
export function listenRoutes(podcasts: Podcasts): Router {
  return Router().get('/:token', async (req, res) => {
    res.json({ episode: await podcasts.listen(visitorOf(req), req.params.token) });
  });
}

/** Long enough to listen through any episode with pauses; Safari opens the link anew on each seek. */
const LINK_SECONDS = 12 * 60 * 60;
const download = z.object({ download: z.literal('1').optional() });

/** `/media/:token/…`: the sound (by a signed link) and what goes with it. */
export function mediaRoutes(podcasts: Podcasts, storage: Storage): Router {
  const routes = Router();
  routes.head('/:token/episode.mp3', async (req, res) => {
    const { audioBytes } = await podcasts.media(req.params.token);
    res
      .set({
        'Content-Type': 'audio/mpeg',
        'Content-Length': String(audioBytes),
        'Accept-Ranges': 'bytes',
      })
      .end();
  });
  routes.get('/:token/episode.mp3', async (req, res) => {
    const { audioKey, title } = await podcasts.media(req.params.token);
    const wanted = parse(download, req.query).download;
    const downloadName = wanted ? `${fileName(title)}.mp3` : undefined;
    const link = await storage.link(audioKey, { expiresIn: LINK_SECONDS, downloadName });
    res.set('Cache-Control', 'private, no-store').redirect(302, link);
  });
  routes.get('/:token/cover.jpg', async (req, res) => {
    const { publicId } = await podcasts.media(req.params.token);
    const cover = await storage.get(`episodes/${publicId}/cover.jpg`);
    res.set('Cache-Control', 'private, max-age=86400').type('jpeg').send(cover);
  });
  routes.get('/:token/transcript.json', async (req, res) => {
    res.json(await podcasts.transcript(req.params.token));
  });
  routes.get('/:token/transcript.vtt', async (req, res) => {
    res.type('text/vtt').send(await podcasts.vtt(req.params.token));
  });
  routes.get('/:token/chapters.json', async (req, res) => {
    res
      .type('application/json+chapters')
      .send(JSON.stringify(await podcasts.chapters(req.params.token)));
  });
  return routes;
}

/** A title as a file name on any system. */
function fileName(title: string): string {
  const plain = title.normalize('NFKC').replace(/[^\p{L}\p{N} ._-]+/gu, ' ');
  return plain.replace(/\s+/g, ' ').trim().slice(0, 80) || 'episode';
}
