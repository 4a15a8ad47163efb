import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { Problem } from '#shared/problem.ts';
import { voiceList } from '#shared/voices.ts';
import { type Asking, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { drawAvatar } from './avatar.ts';
import type { Voices } from './catalogue.ts';

const minutes = 60;
const days = 24 * 60 * minutes;

/** The first listener buys a sample; `asking` says who may be that. */
export const voiceEndpoints = (voices: Voices, asking: Asking): Endpoint[] => [
  endpoint('GET /api/voices', {
    summary: 'Every voice',
    access: 'anyone',
    reply: voiceList,
    async handle({ res }) {
      const list = await voices.list();
      // While there are no voices yet, pages must see the first ones appear.
      res.set('Cache-Control', list.length ? `public, max-age=${5 * minutes}` : 'no-cache');
      return { voices: list };
    },
  }),
  endpoint('GET /api/voices/:id/sample.mp3', {
    summary: 'How a voice sounds',
    access: 'anyone',
    type: 'audio/mpeg',
    async handle({ req, res, user, params }) {
      if (asking === 'signed in' && !user) await refuseFirst(voices, params.id);
      const sound = await voices.sampleMp3(params.id);
      if (!sound) throw noSuchVoice();
      res.set('Cache-Control', `public, max-age=${7 * days}`);
      return sendSound(req, res, sound);
    },
  }),
  endpoint('GET /api/voices/:id/avatar.svg', {
    summary: 'A picture for a voice',
    access: 'anyone',
    type: 'image/svg+xml',
    async handle({ res, params }) {
      const voice = await voices.find(params.id);
      if (!voice) throw noSuchVoice();
      res.set('Cache-Control', `public, max-age=${7 * days}`);
      return drawAvatar(voice);
    },
  }),
];

async function refuseFirst(voices: Voices, id: string): Promise<void> {
  if (!(await voices.find(id)) || (await voices.hasSample(id))) return;
  throw new Problem('unauthenticated', 'Nobody has heard this voice here yet: sign in to hear it.');
}

const noSuchVoice = () => new Problem('not_found', 'There is no such voice');

/** Sends one range on request, because Safari requires it. */
function sendSound(req: Request, res: Response, sound: Buffer): Buffer | Response {
  const etag = `"${createHash('sha256').update(sound).digest('base64url')}"`;
  res.set({ ETag: etag, 'Accept-Ranges': 'bytes' });
  const changed = req.get('if-range') !== undefined && req.get('if-range') !== etag;
  const ranges = changed ? undefined : req.range(sound.length, { combine: true });
  if (ranges === -1) {
    return res.status(416).set('Content-Range', `bytes */${sound.length}`).end();
  }
  const range = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined;
  if (!range) return sound;
  res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${sound.length}`);
  return sound.subarray(range.start, range.end + 1);
}
