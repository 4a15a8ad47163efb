import type { RequestHandler, Response } from 'express';
// Declares `req.session`.
import type {} from 'express-session';
import { z } from 'zod';
import { answers } from '#shared/brief.ts';
import { listening, listenRequest, spokenLines as spokenLinesSchema } from '#shared/episode.ts';
import { partList } from '#shared/parts.ts';
import { Problem } from '#shared/problem.ts';
import { chapters, transcript } from '#shared/script.ts';
import { episodeSources } from '#shared/sources.ts';
import { verdictRequest } from '#shared/verdictSchema.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { newToken } from '../../base/db/newToken.ts';
import type { Storage } from '../../base/files/storage.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { drawStrip } from '../../sound/mix/cover.ts';
import { presentParts } from '../log/parts.ts';
import { describePart, redirectToSound, soundHeaders, storedKeys } from '../log/storedSound.ts';
import { countListen, keepVerdict } from './listeners.ts';
import {
  findDrawn,
  findFinished,
  findListening,
  findPart,
  findParts,
  findScript,
  findSources,
  type ListenTools,
} from './podcasts.ts';
import { answersJson, chaptersJson, transcriptOf, vttOf } from './presentPodcast.ts';
import { spokenLines } from './progress.ts';

/** What listeners leave: their verdict, and that they have heard it. */
export const listenerEndpoints = (tools: ListenTools & { limit: Limit }): Endpoint[] => [
  endpoint('POST /api/listen/:token/verdict', {
    summary: 'Say whether an episode was right, once for each listener; the last word counts',
    access: 'link',
    before: tools.limit('verdicts'),
    body: verdictRequest,
    status: 204,
    async handle({ req, user, params, body }) {
      const { browserKey } = req.session;
      const listener = user ? { user, browserKey } : { user, browserKey: browserKey ?? newToken() };
      await keepVerdict(tools, listener, params.token, body);
      // Set last: nobody gets a cookie for a refused verdict.
      if (!listener.user) req.session.browserKey = listener.browserKey;
    },
  }),
  endpoint('POST /api/listen/:token/listens', {
    summary: 'Count that an episode was heard, by day and channel alone',
    access: 'link',
    before: tools.limit('listens'),
    body: listenRequest,
    status: 204,
    handle: ({ user, params, body }) => countListen(tools, user, params.token, body.embedded),
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

export function mediaEndpoints(tools: ListenTools & { storage: Storage }): Endpoint[] {
  const { storage } = tools;
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
        const { key, bytes } = (await findFinished(tools, user, params.token)).sound[which];
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
        const { sound, title } = await findFinished(tools, user, params.token);
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
        return { episode: await findListening(tools, user, params.token, browserKey) };
      },
    }),
    ...audio,
    endpoint('GET /media/:token/parts.json', {
      summary: 'What can be heard while it is made',
      access: 'link',
      reply: partList,
      before: revalidated,
      handle: async ({ user, params }) =>
        presentParts(await findParts(tools, user, params.token), params.token),
    }),
    endpoint('GET /media/:token/spoken.json', {
      summary: 'The lines spoken so far, while it is made',
      access: 'link',
      reply: spokenLinesSchema,
      before: revalidated,
      handle: ({ user, params }) => spokenLines(tools, user, params.token),
    }),
    endpoint('HEAD /media/:token/part-:number.mp3', {
      summary: 'Length of one part',
      access: 'link',
      async handle({ res, user, params }) {
        const { audioKey } = await findPart(tools, user, params.token, params.number);
        await describePart(storage, res, audioKey);
      },
    }),
    endpoint('GET /media/:token/part-:number.mp3', {
      summary: 'Redirect to one part',
      access: 'link',
      status: 302,
      async handle({ res, user, params }) {
        const { audioKey } = await findPart(tools, user, params.token, params.number);
        await redirectToSound(storage, res, audioKey);
      },
    }),
    endpoint('GET /media/:token/cover.jpg', {
      summary: 'The cover',
      access: 'link',
      type: 'image/jpeg',
      before: revalidated,
      async handle({ res, user, params }) {
        const episode = await findFinished(tools, user, params.token);
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
        const episode = await findDrawn(tools, user, params.token);
        letOthersShow(res, episode, params.token);
        return drawStrip(episode.wave, episode.publicId);
      },
    }),
    endpoint('GET /media/:token/transcript.json', {
      summary: 'The transcript',
      access: 'link',
      reply: transcript,
      before: revalidated,
      handle: async ({ user, params }) => transcriptOf(await findScript(tools, user, params.token)),
    }),
    endpoint('GET /media/:token/transcript.vtt', {
      summary: 'The transcript as subtitles',
      access: 'link',
      type: 'text/vtt',
      before: revalidated,
      handle: async ({ user, params }) => vttOf(await findScript(tools, user, params.token)),
    }),
    endpoint('GET /media/:token/chapters.json', {
      summary: 'The chapters',
      access: 'link',
      reply: chapters,
      type: 'application/json+chapters',
      before: revalidated,
      handle: async ({ user, params }) => chaptersJson(await findScript(tools, user, params.token)),
    }),
    endpoint('GET /media/:token/answers.json', {
      summary: "Where the listener's questions are answered",
      access: 'link',
      reply: answers,
      before: revalidated,
      handle: async ({ user, params }) => answersJson(await findScript(tools, user, params.token)),
    }),
    endpoint('GET /media/:token/sources.json', {
      summary: 'What it rests on, and which line on which words',
      access: 'link',
      reply: episodeSources,
      before: revalidated,
      handle: ({ user, params }) => findSources(tools, user, params.token),
    }),
  ];
}

/** Makes a title a file name on any system. */
function fileName(title: string): string {
  const plain = title.normalize('NFKC').replace(/[^\p{L}\p{N} ._-]+/gu, ' ');
  return plain.replace(/\s+/g, ' ').trim().slice(0, 80) || 'episode';
}
