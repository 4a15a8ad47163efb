import {
  adminSources,
  auditList,
  healthReply,
  messageList,
  messageReply,
  podcastList,
  podcastReply,
  podcastSearch,
  removalRequest,
  retryRequest,
  sampleRequest,
  userList,
  userSearch,
} from '#shared/admin.ts';
import { checksReply, checksRequest } from '#shared/checks.ts';
import { creditsReply } from '#shared/credits.ts';
import { featuresPatch, featuresReply } from '#shared/features.ts';
import { modelsReply } from '#shared/models.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { page } from '../../base/http/pagination.ts';
import { type Admin, askForChecks, changeFeatures, health, listFeatures } from './admin.ts';
import { listPodcasts, setSample } from './adminPodcasts.ts';
import { listSources, setRemoved } from './adminSources.ts';
import { listAudit } from './audit.ts';
import { idOf, number, token } from './ids.ts';
import { handleMessage, listMessages } from './messages.ts';
import { retryPodcast } from './retryPodcast.ts';
import { listUsers } from './users.ts';

const access = 'admin';

/** Hidden from everybody but admins. Routes about money are in `adminSaleRoutes.ts`. */
export function adminEndpoints(admin: Admin): Endpoint[] {
  const { db } = admin;
  return [
    endpoint('GET /api/admin/messages', {
      summary: 'Messages to support',
      access,
      query: page,
      reply: messageList,
      handle: ({ query }) => listMessages(db, query),
    }),
    endpoint('POST /api/admin/messages/:id/handled', {
      summary: 'Mark a message as handled',
      access,
      reply: messageReply,
      handle: ({ user, params }) => handleMessage(db, user, idOf(number, params.id)),
    }),

    endpoint('GET /api/admin/podcasts', {
      summary: 'Episodes and their quality',
      access,
      query: page.extend(podcastSearch.shape),
      reply: podcastList,
      handle: ({ query }) => listPodcasts(admin, query),
    }),
    endpoint('PUT /api/admin/podcasts/:publicId/sample', {
      summary: 'Show an episode among the demos, or not',
      access,
      body: sampleRequest,
      reply: podcastReply,
      handle: ({ user, params, body }) =>
        setSample(admin, user, idOf(token, params.publicId), body.isSample),
    }),
    endpoint('POST /api/admin/podcasts/:publicId/retry', {
      summary: 'Have a failed or stuck episode made again',
      access,
      body: retryRequest,
      reply: podcastReply,
      handle: ({ user, params, body }) =>
        retryPodcast(admin, user, idOf(token, params.publicId), body.gift),
    }),
    endpoint('GET /api/admin/podcasts/:publicId/sources', {
      summary: 'What an episode has read, with its quotes',
      access,
      reply: adminSources,
      handle: ({ params }) => listSources(db, idOf(token, params.publicId)),
    }),
    removal(db, 'source', 'Take a source out of a finished episode, or put it back'),
    removal(db, 'fact', 'Take one quote out of a finished episode, or put it back'),

    endpoint('GET /api/admin/users', {
      summary: 'Accounts',
      access,
      query: page.extend(userSearch.shape),
      reply: userList,
      handle: ({ query }) => listUsers(db, query),
    }),
    endpoint('GET /api/admin/health', {
      summary: 'Whether episodes can be ordered, and if not, why',
      access,
      reply: healthReply,
      handle: async () => ({ health: await health(admin) }),
    }),
    endpoint('GET /api/admin/checks', {
      summary: 'What the last check of the providers found',
      access,
      reply: checksReply,
      handle: async () => ({ checks: await admin.checkRuns.state() }),
    }),
    endpoint('POST /api/admin/checks', {
      summary: 'Have the providers checked',
      access,
      body: checksRequest,
      status: 202,
      reply: checksReply,
      handle: ({ user, body }) => askForChecks(admin, user, body.buy),
    }),
    endpoint('GET /api/admin/models', {
      summary: 'Which models make episodes, and what ten minutes cost',
      access,
      reply: modelsReply,
      handle: async () => ({ models: await admin.modelsState() }),
    }),
    endpoint('GET /api/admin/features', {
      summary: 'What is switched on for everyone',
      access,
      reply: featuresReply,
      handle: () => listFeatures(db),
    }),
    endpoint('PATCH /api/admin/features', {
      summary: 'Switch something on or off for everyone',
      access,
      body: featuresPatch,
      reply: featuresReply,
      handle: ({ user, body }) => changeFeatures(db, user, body),
    }),
    endpoint('GET /api/admin/credits', {
      summary: 'What is left of the credits for speech',
      access,
      reply: creditsReply,
      handle: async () => ({ credits: await admin.credits.state() }),
    }),
    endpoint('GET /api/admin/audit', {
      summary: 'Who did what',
      access,
      query: page,
      reply: auditList,
      handle: ({ query }) => listAudit(db, query),
    }),
  ];
}

const removal = (db: Db, part: 'source' | 'fact', summary: string) =>
  endpoint(`PATCH /api/admin/podcasts/:publicId/${part}s/:number`, {
    summary,
    access,
    body: removalRequest,
    reply: adminSources,
    handle({ user, params, body }) {
      const place = { publicId: idOf(token, params.publicId), number: idOf(number, params.number) };
      return setRemoved(db, user, { ...place, part }, body.isRemoved);
    },
  });
