import express, { type Express, type RequestHandler } from 'express';
import type { ClientConfig } from '#shared/config.ts';
import { Problem } from '#shared/problem.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Identity } from './auth/passport.ts';
import type { Resets } from './auth/resets.ts';
import { authRoutes, signOutPage } from './auth/routes.ts';
import type { Contact } from './contact/contact.ts';
import { contactRoutes } from './contact/routes.ts';
import { answerFailure } from './http/failures.ts';
import { nameRequest, securityHeaders } from './http/headers.ts';
import type { Limit } from './http/limits.ts';
import { ownOriginOnly } from './http/origin.ts';
import type { Sessions } from './http/session.ts';
import type { Orders } from './orders/orders.ts';
import { orderRoutes, quoteRoutes } from './orders/routes.ts';
import { paymentWebhook } from './orders/webhook.ts';
import type { Payments } from './payments/payments.ts';
import type { Podcasts } from './podcasts/podcasts.ts';
import { listenRoutes, mediaRoutes, podcastRoutes } from './podcasts/routes.ts';
import type { Storage } from './storage/storage.ts';
import type { Voices } from './voices/catalogue.ts';
import { voiceRoutes } from './voices/routes.ts';

export interface Rooms {
  accounts: Accounts;
  identity: Identity;
  resets: Resets;
  sessions: Sessions;
  limit: Limit;
  voices: Voices;
  orders: Orders;
  payments: Payments;
  podcasts: Podcasts;
  contact: Contact;
  storage: Storage;
  /** The web app. */
  site: RequestHandler;
  /** The stand-ins, while any is in use and lives in this process. */
  standins: RequestHandler | null;
  clientConfig: ClientConfig;
  trustProxy: number | string | false;
  secure: boolean;
  dev: boolean;
  /** Origins sound is played from, and scripts are loaded from, beside our own and Paddle's. */
  mediaOrigins: string[];
  scriptOrigins: string[];
  /** Resolves when the database answers; rejects otherwise. */
  ready(): Promise<unknown>;
}

/** The order of things, and the map of the server. */
export function createApp(rooms: Rooms): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', rooms.trustProxy);

  app.use(nameRequest);
  // Before the security headers: the stand-ins are other companies' servers.
  if (rooms.standins) app.use('/standins', rooms.standins);
  app.use(
    securityHeaders({
      media: rooms.mediaOrigins,
      scripts: rooms.scriptOrigins,
      secure: rooms.secure,
      dev: rooms.dev,
    }),
  );

  app.get('/healthz', (_req, res) => void res.json({ ok: true }));
  app.get('/readyz', async (_req, res) => {
    await rooms.ready();
    res.json({ ok: true });
  });
  // Before the JSON parser: Paddle signs the bytes as they came.
  app.post('/api/webhooks/paddle', ...paymentWebhook(rooms));

  app.use('/api', ownOriginOnly, express.json({ limit: '100kb' }));
  app.use('/api', rooms.sessions.middleware, ...rooms.identity.middleware);

  app.get('/api/config', (_req, res) => void res.json(rooms.clientConfig));
  app.use('/api/auth', authRoutes(rooms));
  app.get('/api/logout', signOutPage);
  app.use('/api/voices', voiceRoutes(rooms.voices));
  app.use('/api', quoteRoutes(rooms.orders));
  app.use('/api/orders', orderRoutes(rooms.orders));
  app.use('/api/podcasts', podcastRoutes(rooms.podcasts));
  app.use('/api/listen', listenRoutes(rooms.podcasts));
  app.use('/api/contact', contactRoutes(rooms));
  app.use('/media', mediaRoutes(rooms.podcasts, rooms.storage));
  app.use(['/api', '/media', '/standins'], nothingHere);

  app.use(rooms.site);
  app.use(nothingHere);
  app.use(answerFailure);
  return app;
}

const nothingHere: RequestHandler = () => {
  throw new Problem('not_found', 'There is nothing at this address');
};
