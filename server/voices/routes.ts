import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { Problem } from '#shared/problem.ts';
import { drawAvatar } from './avatar.ts';
import type { Voices } from './catalogue.ts';

const minutes = 60;
const days = 24 * 60 * minutes;

/** The catalogue, and for each voice a picture and a sample that can be played and sought in. */
export function voiceRoutes(voices: Voices): Router {
  const router = Router();

  router.get('/', async (_req, res) => {
    const list = await voices.list();
    // Whoever adds the first voices, or waits for them, sees them come.
    res.set('Cache-Control', list.length ? `public, max-age=${5 * minutes}` : 'no-cache');
    res.json({ voices: list });
  });

  router.get('/:id/sample.mp3', async (req, res) => {
    const sound = await voices.sampleMp3(req.params.id);
    if (!sound) throw noSuchVoice();
    res.set('Cache-Control', `public, max-age=${7 * days}`);
    sendSound(req, res, sound);
  });

  router.get('/:id/avatar.svg', async (req, res) => {
    const voice = await voices.find(req.params.id);
    if (!voice) throw noSuchVoice();
    res.set('Cache-Control', `public, max-age=${7 * days}`);
    res.type('svg').send(drawAvatar(voice));
  });

  return router;
}

const noSuchVoice = () => new Problem('not_found', 'There is no such voice');

/** A whole MP3 or one range of it: Safari plays nothing from a server that cannot give ranges. */
function sendSound(req: Request, res: Response, sound: Buffer): void {
  const etag = `"${createHash('sha256').update(sound).digest('base64url')}"`;
  res.set({ ETag: etag, 'Accept-Ranges': 'bytes' }).type('mp3');
  const changed = req.get('if-range') !== undefined && req.get('if-range') !== etag;
  const ranges = changed ? undefined : req.range(sound.length, { combine: true });
  if (ranges === -1) {
    res.status(416).set('Content-Range', `bytes */${sound.length}`).end();
    return;
  }
  const range = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined;
  if (!range) {
    res.send(sound);
    return;
  }
  res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${sound.length}`);
  res.send(sound.subarray(range.start, range.end + 1));
}
