import { z } from 'zod';
import { episodeChange, podcast as podcastSchema, positionRequest } from '#shared/episode.ts';
import { reportRequest } from '#shared/reportSchema.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import type { Storage } from '../../base/files/storage.ts';
import { done, doneReply, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { page, pageReply } from '../../base/http/pagination.ts';
import { resend } from '../delivery/readyEmail.ts';
import type { Events } from '../listen/eventStream.ts';
import { keepPosition } from '../listen/listeners.ts';
import { findPodcast, listPodcasts } from '../listen/podcasts.ts';
import { changeEpisode, replaceLink } from './changeEpisode.ts';
import { removeEpisode } from './removeEpisode.ts';
import { type ReportTools, receiveReport } from './reports.ts';

const podcastReply = z.object({ podcast: podcastSchema });

export interface OwnerTools extends ReportTools {
  storage: Pick<Storage, 'remove'>;
  demoWriter?: boolean;
  events: Events;
  limit: Limit;
}

export const podcastEndpoints = (tools: OwnerTools): Endpoint[] => [
  endpoint('GET /api/podcasts', {
    summary: 'One’s own episodes',
    access: 'signed in',
    query: page.extend({ q: z.string().trim().max(200).default('') }),
    reply: pageReply('podcasts', podcastSchema),
    handle: ({ user, query }) => listPodcasts(tools, user, query),
  }),
  endpoint('GET /api/podcasts/:publicId', {
    summary: 'One episode',
    access: 'owner',
    reply: podcastReply,
    handle: async ({ user, params }) => ({
      podcast: await findPodcast(tools, user, params.publicId),
    }),
  }),
  endpoint('PATCH /api/podcasts/:publicId', {
    summary: 'Rename a finished episode, or decide who sees the sources added to it',
    access: 'owner',
    body: episodeChange,
    reply: podcastReply,
    async handle({ user, params, body }) {
      await changeEpisode(tools, user, params.publicId, body);
      return { podcast: await findPodcast(tools, user, params.publicId) };
    },
  }),
  endpoint('DELETE /api/podcasts/:publicId', {
    summary: 'Delete an episode',
    access: 'owner',
    status: 204,
    handle: ({ user, params }) => removeEpisode(tools, user, params.publicId),
  }),
  endpoint('POST /api/podcasts/:publicId/resend', {
    summary: 'Send the email again',
    access: 'owner',
    reply: z.object({ email: z.string() }),
    handle: async ({ user, params }) => ({ email: await resend(tools, user, params.publicId) }),
  }),
  endpoint('POST /api/podcasts/:publicId/share-link', {
    summary: 'Replace the link to share',
    access: 'owner',
    reply: podcastReply,
    async handle({ user, params }) {
      await replaceLink(tools, user, params.publicId);
      return { podcast: await findPodcast(tools, user, params.publicId) };
    },
  }),
  endpoint('GET /api/podcasts/:publicId/events', {
    summary: 'How far it is, as server-sent events',
    access: 'owner',
    headers: z.object({ 'Last-Event-ID': z.string().optional() }),
    type: 'text/event-stream',
    async handle({ req, res, user, params }) {
      const podcast = await findPodcast(tools, user, params.publicId);
      if (req.method === 'HEAD') return res.end();
      const lastEventId = req.get('last-event-id');
      tools.events.stream(res, { userId: user.id, podcast, lastEventId });
      return res;
    },
  }),
  endpoint('PUT /api/podcasts/:token/position', {
    summary: 'Remember where one stopped listening',
    access: 'signed in',
    body: positionRequest,
    status: 204,
    handle: ({ user, params, body }) => keepPosition(tools, user, params.token, body),
  }),
];

export const reportEndpoints = (tools: OwnerTools): Endpoint[] => [
  endpoint('POST /api/reports', {
    summary: 'Report a shared episode',
    access: 'anyone',
    before: tools.limit('reports'),
    body: reportRequest,
    status: 201,
    reply: doneReply,
    handle: ({ user, body }) => done(receiveReport(tools, body, user)),
  }),
];
