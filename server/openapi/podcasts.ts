import { z } from 'zod';
import { listening, podcast, titleChange } from '#shared/episode.ts';
import { partList } from '#shared/parts.ts';
import { chapters, transcript } from '#shared/script.ts';
import { download, place, shelfPage } from '../podcasts/requests.ts';
import { type Operations, pageOf } from './operation.ts';

const podcastReply = z.object({ podcast });

/** Episodes: their owner's, and what whoever holds the link can hear. */
export const podcastOperations: Operations = {
  'GET /api/podcasts': {
    summary: 'One’s own episodes',
    access: 'signed in',
    query: shelfPage,
    reply: pageOf('podcasts', podcast),
  },
  'GET /api/podcasts/:publicId': { summary: 'One episode', access: 'owner', reply: podcastReply },
  'PATCH /api/podcasts/:publicId': {
    summary: 'Rename a finished episode',
    access: 'owner',
    body: titleChange,
    reply: podcastReply,
  },
  'DELETE /api/podcasts/:publicId': {
    summary: 'Delete an episode',
    access: 'owner',
    status: 204,
  },
  'POST /api/podcasts/:publicId/resend': {
    summary: 'Have the letter mailed again',
    access: 'owner',
    reply: z.object({ email: z.string() }),
  },
  'POST /api/podcasts/:publicId/share-link': {
    summary: 'Replace the link to share',
    access: 'owner',
    reply: podcastReply,
  },
  'GET /api/podcasts/:publicId/events': {
    summary: 'How far it is, as server-sent events',
    access: 'owner',
    headers: z.object({ 'Last-Event-ID': z.string().optional() }),
    reply: 'text/event-stream',
  },
  'PUT /api/podcasts/:token/position': {
    summary: 'Remember where one stopped listening',
    access: 'signed in',
    body: place,
    status: 204,
  },
  'GET /api/listen/:token': {
    summary: 'What the listen page shows',
    access: 'link',
    reply: listening,
  },
  'GET /media/:token/episode.mp3': {
    summary: 'On to the sound',
    access: 'link',
    query: download,
    status: 302,
  },
  'HEAD /media/:token/episode.mp3': { summary: 'Length of the sound', access: 'link' },
  'GET /media/:token/file/:name.mp3': {
    summary: 'The same, as a feed names it',
    access: 'link',
    query: download,
    status: 302,
  },
  'HEAD /media/:token/file/:name.mp3': {
    summary: 'Length of the sound, as a feed names it',
    access: 'link',
  },
  'GET /media/:token/parts.json': {
    summary: 'What can be heard while it is made',
    access: 'link',
    reply: partList,
  },
  'GET /media/:token/part-:number.mp3': {
    summary: 'On to one part',
    access: 'link',
    status: 302,
  },
  'HEAD /media/:token/part-:number.mp3': { summary: 'Length of one part', access: 'link' },
  'GET /media/:token/cover.jpg': { summary: 'The cover', access: 'link', reply: 'image/jpeg' },
  'GET /media/:token/transcript.json': {
    summary: 'The transcript',
    access: 'link',
    reply: transcript,
  },
  'GET /media/:token/transcript.vtt': {
    summary: 'The transcript as subtitles',
    access: 'link',
    reply: 'text/vtt',
  },
  'GET /media/:token/chapters.json': { summary: 'The chapters', access: 'link', reply: chapters },
  'GET /feeds/:token.xml': {
    summary: 'An account’s private feed',
    access: 'link',
    reply: 'application/rss+xml',
  },
};
