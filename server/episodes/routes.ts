import type { RequestHandler, Response } from 'express';
// Declares `req.session`.
import type {} from 'express-session';
import { z } from 'zod';
import { answers } from '#shared/brief.ts';
import {
  episodeChange,
  listening,
  listenRequest,
  podcast as podcastSchema,
  positionRequest,
  spokenLines,
} from '#shared/episode.ts';
import { partList } from '#shared/parts.ts';
import { Problem } from '#shared/problem.ts';
import { reportRequest } from '#shared/reportSchema.ts';
import { chapters, transcript } from '#shared/script.ts';
import { episodeSources } from '#shared/sources.ts';
import { verdictRequest } from '#shared/verdictSchema.ts';
import type { Limit } from '../base/bounds/requestLimits.ts';
import { newToken } from '../base/db/newToken.ts';
import type { Storage } from '../base/files/storage.ts';
import { done, doneReply, type Endpoint, endpoint } from '../base/http/endpoint.ts';
import { page, pageReply } from '../base/http/pagination.ts';
import { drawStrip } from '../sound/mix/cover.ts';
import { type EmailTools, resend } from './delivery/resendEmail.ts';
import type { Events } from './listen/eventStream.ts';
import type { Podcasts } from './listen/podcasts.ts';
import { showSources } from './listen/showSources.ts';
import { storedKeys } from './log/storedKeys.ts';
import { describePart, redirectToSound, soundHeaders } from './log/storedSound.ts';
import { remove } from './owner/removeEpisode.ts';
import { rename } from './owner/rename.ts';
import { type ReportTools, receiveReport } from './owner/reports.ts';

const podcastReply = z.object({ podcast: podcastSchema });

export function podcastEndpoints(tools: {
  podcasts: Podcasts;
  events: Events;
  ownerTools: EmailTools & { storage: Pick<Storage, 'remove'> };
}): Endpoint[] {
  const { podcasts, events, ownerTools } = tools;
  const { db, storage } = ownerTools;
  return [
    endpoint('GET /api/podcasts', {
      summary: 'One’s own episodes',
      access: 'signed in',
      query: page.extend({ q: z.string().trim().max(200).default('') }),
      reply: pageReply('podcasts', podcastSchema),
      handle: ({ user, query }) => podcasts.list(user, query),
    }),
    endpoint('GET /api/podcasts/:publicId', {
      summary: 'One episode',
      access: 'owner',
      reply: podcastReply,
      handle: async ({ user, params }) => ({ podcast: await podcasts.find(user, params.publicId) }),
    }),
    endpoint('PATCH /api/podcasts/:publicId', {
      summary: 'Rename a finished episode, or decide who sees the sources added to it',
      access: 'owner',
      body: episodeChange,
      reply: podcastReply,
      async handle({ user, params, body }) {
        const { title, showsSources } = body;
        if (title !== undefined) await rename(db, user, params.publicId, title);
        if (showsSources !== undefined) await showSources(db, user, params.publicId, showsSources);
        return { podcast: await podcasts.find(user, params.publicId) };
      },
    }),
    endpoint('DELETE /api/podcasts/:publicId', {
      summary: 'Delete an episode',
      access: 'owner',
      status: 204,
      handle: ({ user, params }) => remove(db, storage, user, params.publicId),
    }),
    endpoint('POST /api/podcasts/:publicId/resend', {
      summary: 'Send the email again',
      access: 'owner',
      reply: z.object({ email: z.string() }),
      handle: async ({ user, params }) => ({
        email: await resend(ownerTools, user, params.publicId),
      }),
    }),
    endpoint('POST /api/podcasts/:publicId/share-link', {
      summary: 'Replace the link to share',
      access: 'owner',
      reply: podcastReply,
      handle: async ({ user, params }) => ({
        podcast: await podcasts.replaceLink(user, params.publicId),
      }),
    }),
    endpoint('GET /api/podcasts/:publicId/events', {
      summary: 'How far it is, as server-sent events',
      access: 'owner',
      headers: z.object({ 'Last-Event-ID': z.string().optional() }),
      type: 'text/event-stream',
      async handle({ req, res, user, params }) {
        const podcast = await podcasts.find(user, params.publicId);
        if (req.method === 'HEAD') return res.end();
        const lastEventId = req.get('last-event-id');
        events.stream(res, { userId: user.id, podcast, lastEventId });
        return res;
      },
    }),
    endpoint('PUT /api/podcasts/:token/position', {
      summary: 'Remember where one stopped listening',
      access: 'signed in',
      body: positionRequest,
      status: 204,
      handle: ({ user, params, body }) => podcasts.keepPosition(user, params.token, body),
    }),
  ];
}

export const reportEndpoints = ({ reports, limit }: { reports: ReportTools; limit: Limit }) => [
  endpoint('POST /api/reports', {
    summary: 'Report a shared episode',
    access: 'anyone',
    before: limit('reports'),
    body: reportRequest,
    status: 201,
    reply: doneReply,
    handle: ({ user, body }) => done(receiveReport(reports, body, user)),
  }),
];

export const verdictEndpoints = ({ podcasts, limit }: { podcasts: Podcasts; limit: Limit }) => [
  endpoint('POST /api/listen/:token/verdict', {
    summary: 'Say whether an episode was right, once for each listener; the last word counts',
    access: 'link',
    before: limit('verdicts'),
    body: verdictRequest,
    status: 204,
    async handle({ req, user, params, body }) {
      const { browserKey } = req.session;
      const listener = user ? { user, browserKey } : { user, browserKey: browserKey ?? newToken() };
      await podcasts.keepVerdict(listener, params.token, body);
      // Set last: nobody gets a cookie for a refused verdict.
      if (!listener.user) req.session.browserKey = listener.browserKey;
    },
  }),
];

export const listenEndpoints = ({ podcasts, limit }: { podcasts: Podcasts; limit: Limit }) => [
  endpoint('POST /api/listen/:token/listens', {
    summary: 'Count that an episode was heard, by day and channel alone',
    access: 'link',
    before: limit('listens'),
    body: listenRequest,
    status: 204,
    handle: ({ user, params, body }) => podcasts.countListen(user, params.token, body.embedded),
  }),
];

/** A link that was replaced must open nothing any more, so caches ask each time. */
const revalidated: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-cache');
  next();
};

/** Webmail may show a picture, also to a browser signed in here; not what only the owner opens. */
function letOthersShow(res: Response, { publicId }: { publicId: string }, token: string): void {
  if (token !== publicId) res.set('Cross-Origin-Resource-Policy', 'cross-origin');
}

const download = z.object({ download: z.literal('1').optional() });

export function mediaEndpoints({
  podcasts,
  storage,
}: {
  podcasts: Podcasts;
  storage: Storage;
}): Endpoint[] {
  /** Players stream one; podcast apps keep the other, with the cover in it. `:name` is ignored. */
  const audio = (
    [
      ['/media/:token/episode.mp3', 'stream', 'Redirect to the sound', 'Length of the sound'],
      [
        '/media/:token/file/:name.mp3',
        'kept',
        'The same with its cover in it, as a feed names it',
        'Length of the sound, as a feed names it',
      ],
    ] as const
  ).flatMap(([path, which, get, head]) => [
    endpoint(`HEAD ${path}`, {
      summary: head,
      access: 'link',
      async handle({ res, user, params }) {
        const { key, bytes } = (await podcasts.getFinished(user, params.token)).sound[which];
        // The length is in the database: apps may ask for it while the bucket is out of reach.
        const stored = await storage.head(key).catch(() => null);
        res.set(soundHeaders({ ...stored, bytes }));
      },
    }),
    endpoint(`GET ${path}`, {
      summary: get,
      access: 'link',
      query: download,
      status: 302,
      async handle({ res, user, params, query }) {
        const { sound, title } = await podcasts.getFinished(user, params.token);
        const isKept = which === 'kept' || query.download;
        const downloadName = isKept ? `${fileName(title)}.mp3` : undefined;
        await redirectToSound(storage, res, sound[isKept ? 'kept' : 'stream'].key, downloadName);
      },
    }),
  ]);

  return [
    endpoint('GET /api/listen/:token', {
      summary: 'What the listen page shows',
      access: 'link',
      reply: listening,
      async handle({ req, res, user, params }) {
        // Position and verdict are this listener's own.
        res.set('Cache-Control', 'private, no-store');
        const { browserKey } = req.session;
        return { episode: await podcasts.getListenPage(user, params.token, browserKey) };
      },
    }),
    ...audio,
    endpoint('GET /media/:token/parts.json', {
      summary: 'What can be heard while it is made',
      access: 'link',
      reply: partList,
      before: revalidated,
      handle: ({ user, params }) => podcasts.parts(user, params.token),
    }),
    endpoint('GET /media/:token/spoken.json', {
      summary: 'The lines spoken so far, while it is made',
      access: 'link',
      reply: spokenLines,
      before: revalidated,
      handle: ({ user, params }) => podcasts.spokenLines(user, params.token),
    }),
    endpoint('HEAD /media/:token/part-:number.mp3', {
      summary: 'Length of one part',
      access: 'link',
      async handle({ res, user, params }) {
        const { audioKey } = await podcasts.part(user, params.token, Number(params.number));
        await describePart(storage, res, audioKey);
      },
    }),
    endpoint('GET /media/:token/part-:number.mp3', {
      summary: 'Redirect to one part',
      access: 'link',
      status: 302,
      async handle({ res, user, params }) {
        const { audioKey } = await podcasts.part(user, params.token, Number(params.number));
        await redirectToSound(storage, res, audioKey);
      },
    }),
    endpoint('GET /media/:token/cover.jpg', {
      summary: 'The cover',
      access: 'link',
      type: 'image/jpeg',
      before: revalidated,
      async handle({ res, user, params }) {
        const episode = await podcasts.getFinished(user, params.token);
        const cover = await storage.get(storedKeys(episode.publicId).cover);
        if (!cover) throw new Problem('not_found', 'There is no cover');
        letOthersShow(res, episode, params.token);
        return cover;
      },
    }),
    endpoint('GET /media/:token/wave.png', {
      summary: 'Its wave, for emails',
      access: 'link',
      type: 'image/png',
      before: revalidated,
      async handle({ res, user, params }) {
        const episode = await podcasts.getDrawn(user, params.token);
        letOthersShow(res, episode, params.token);
        return drawStrip(episode.wave, episode.publicId);
      },
    }),
    endpoint('GET /media/:token/transcript.json', {
      summary: 'The transcript',
      access: 'link',
      reply: transcript,
      before: revalidated,
      handle: ({ user, params }) => podcasts.transcript(user, params.token),
    }),
    endpoint('GET /media/:token/transcript.vtt', {
      summary: 'The transcript as subtitles',
      access: 'link',
      type: 'text/vtt',
      before: revalidated,
      handle: ({ user, params }) => podcasts.vtt(user, params.token),
    }),
    endpoint('GET /media/:token/chapters.json', {
      summary: 'The chapters',
      access: 'link',
      reply: chapters,
      type: 'application/json+chapters',
      before: revalidated,
      handle: ({ user, params }) => podcasts.chapters(user, params.token),
    }),
    endpoint('GET /media/:token/answers.json', {
      summary: "Where the listener's questions are answered",
      access: 'link',
      reply: answers,
      before: revalidated,
      handle: ({ user, params }) => podcasts.answers(user, params.token),
    }),
    endpoint('GET /media/:token/sources.json', {
      summary: 'What it rests on, and which line on which words',
      access: 'link',
      reply: episodeSources,
      before: revalidated,
      handle: ({ user, params }) => podcasts.sources(user, params.token),
    }),
  ];
}

/** Makes a title a file name on any system. */
function fileName(title: string): string {
  const plain = title.normalize('NFKC').replace(/[^\p{L}\p{N} ._-]+/gu, ' ');
  return plain.replace(/\s+/g, ' ').trim().slice(0, 80) || 'episode';
}
