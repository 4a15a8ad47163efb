import type { Express, RequestHandler } from 'express';
import express from 'express';
import { type ClientConfig, clientConfig } from '#shared/config.ts';
import { Problem } from '#shared/problem.ts';
import { delayRefusals } from '../base/bounds/requestLimits.ts';
import { isFeatureOn } from '../base/db/featureSwitches.ts';
import { APPLE_PAY_PATH, applePayDomain } from '../base/http/applePay.ts';
import { compressReplies } from '../base/http/compression.ts';
import { type Endpoint, endpoint, routerOf } from '../base/http/endpoint.ts';
import { errorHandler } from '../base/http/errors.ts';
import { assignRequestId, noStoreForUsers, securityHeaders } from '../base/http/headers.ts';
import { onlyFrom, rejectMalformedPath } from '../base/http/origin.ts';
import type { Sessions } from '../base/http/session.ts';
import { openapiEndpoint } from '../base/openapi/openapiDocument.ts';
import { type BriefRouteTools, briefEndpoints } from '../episodes/briefs/routes.ts';
import { feedEndpoints } from '../episodes/feed/routes.ts';
import { listenerEndpoints, mediaEndpoints } from '../episodes/listen/routes.ts';
import { type OwnerTools, podcastEndpoints, reportEndpoints } from '../episodes/owner/routes.ts';
import { type PreviewRouteTools, previewEndpoints } from '../episodes/previews/routes.ts';
import { type SourceRouteTools, sourceEndpoints } from '../episodes/sources/routes.ts';
import type { Minutes } from '../episodes/validation/minutes.ts';
import { contactEndpoints } from '../mail/contact/routes.ts';
import type { Admin } from '../operator/admin/admin.ts';
import { adminSaleEndpoints } from '../operator/admin/adminSaleRoutes.ts';
import { adminEndpoints } from '../operator/admin/routes.ts';
import { healthEndpoints } from '../operator/health/routes.ts';
import { metricsEndpoints } from '../operator/metrics/routes.ts';
import type { OrderTools } from '../orders/orderQueries.ts';
import { orderEndpoints, saleEndpoints } from '../orders/routes.ts';
import { webhookEndpoints } from '../orders/webhook.ts';
import { accountEndpoints } from '../people/account/routes.ts';
import { authEndpoints } from '../people/auth/routes.ts';
import type { House } from '../people/edition/openHouse.ts';
import { houseEndpoints } from '../people/edition/routes.ts';
import type { Samples } from '../production/demos/demoSamples.ts';
import { sampleEndpoints } from '../production/demos/routes.ts';
import type { Config } from '../supply/config/config.ts';
import type { Voices } from '../supply/voices/catalogue.ts';
import { voiceEndpoints } from '../supply/voices/routes.ts';
import type { Providers } from './providers.ts';

type ToolsOf<Endpoints extends (tools: never) => unknown> = Parameters<Endpoints>[0];
type Probes = ToolsOf<typeof healthEndpoints> & ToolsOf<typeof metricsEndpoints>;

export type Services = Probes &
  OrderTools &
  OwnerTools &
  PreviewRouteTools &
  SourceRouteTools &
  BriefRouteTools &
  ToolsOf<typeof mediaEndpoints> &
  ToolsOf<typeof authEndpoints> &
  ToolsOf<typeof accountEndpoints> &
  ToolsOf<typeof contactEndpoints> & {
    config: Pick<Config, 'trustProxy' | 'hstsSubdomains' | 'dataDir'>;
    providers: Pick<Providers, 'router' | 'root' | 'scriptOrigins' | 'identityOrigins'>;
    sessions: Sessions;
    voices: Voices;
    samples: Samples;
    admin: Admin;
    /** The bucket's host, from which browsers get sound, too; null for a folder. */
    mediaOrigin: string | null;
    /** Answers the links of sound that is kept in a folder; null with a bucket. */
    storedFiles: RequestHandler | null;
    /** Null where episodes are sold. */
    house: House | null;
    minutes: Minutes | null;
    site: RequestHandler;
    clientConfig: Omit<ClientConfig, 'research' | 'previews' | 'house'>;
    mayReadUp(): Promise<boolean>;
    /** How long a refusal for too many requests is delayed, ms. */
    refuseAfter: number;
    /** The origin of our pages, as browsers state it; null where any host of ours is as good. */
    origin: string | null;
    secure: boolean;
    dev: boolean;
  };

export interface Api {
  app: Express;
  endpoints: Endpoint[];
}

export function createApp(services: Services): Api {
  const { config, minutes, providers, mediaOrigin } = services;
  const app = express();
  const endpoints: Endpoint[] = [];
  function serve(...declared: Endpoint[]): void {
    endpoints.push(...declared);
    app.use(routerOf(declared));
  }
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);

  app.use(assignRequestId);
  // Before the security headers: the stand-ins are other companies' servers.
  if (providers.router) app.use('/standins', providers.router);
  if (providers.root) app.use(providers.root);
  if (services.metrics) app.use(services.metrics.timeRequests);
  app.use(
    securityHeaders({
      media: mediaOrigin === null ? [] : [mediaOrigin],
      scripts: providers.scriptOrigins,
      identity: providers.identityOrigins,
      pixel: services.clientConfig.pixelId !== null,
      sells: services.house === null,
      secure: services.secure,
      subdomains: config.hstsSubdomains,
      dev: services.dev,
    }),
  );

  app.use(compressReplies);

  serve(...healthEndpoints(services), ...metricsEndpoints(services), openapiEndpoint(endpoints));
  if (!minutes) {
    app.get(APPLE_PAY_PATH, applePayDomain(config.dataDir));
    // Before the JSON parser: Paddle signs the bytes as they came.
    serve(...webhookEndpoints(services));
  }

  app.use(['/api', '/media', '/feeds', '/stored'], rejectMalformedPath);
  if (services.storedFiles) app.use('/stored', services.storedFiles);
  app.use('/api', onlyFrom(services.origin, { '/sources': 'application/pdf' }));
  // Enough for a pasted text in any script, however its characters are escaped.
  app.use('/api/sources', express.json({ limit: '400kb' }));
  app.use('/api', express.json({ limit: '100kb' }));
  // Before the session: a public cache may keep it.
  serve(...sampleEndpoints(services.samples), ...feedEndpoints(services.feeds));
  app.use(['/api', '/media'], services.sessions.middleware, ...services.identity.middleware);
  app.use('/api', noStoreForUsers);

  serve(configEndpoint(services));
  serve(...authEndpoints(services));
  app.use('/api/auth', delayRefusals(services.refuseAfter));
  serve(...accountEndpoints(services));
  serve(...voiceEndpoints(services.voices, services.asking));
  serve(...sourceEndpoints(services), ...briefEndpoints(services));
  serve(...previewEndpoints(services), ...orderEndpoints(services));
  serve(...podcastEndpoints(services), ...mediaEndpoints(services));
  serve(...reportEndpoints(services));
  serve(...listenerEndpoints(services));
  serve(...contactEndpoints(services));
  serve(...adminEndpoints(services.admin));
  if (minutes) serve(...houseEndpoints({ ...services.admin, minutes }));
  else serve(...saleEndpoints(services), ...adminSaleEndpoints(services.admin));
  app.use(['/api', '/media', '/feeds', '/stored', '/standins'], notFound);

  app.use(services.site);
  app.use(notFound);
  app.use(errorHandler);
  return { app, endpoints };
}

/** The app of a process that makes episodes and serves no visitors. */
export function createProbes(probes: Probes): Api {
  const app = express();
  app.disable('x-powered-by');
  const endpoints = [...healthEndpoints(probes), ...metricsEndpoints(probes)];
  app.use(assignRequestId, routerOf(endpoints));
  app.use(notFound);
  app.use(errorHandler);
  return { app, endpoints };
}

const configEndpoint = ({ db, clientConfig: settings, mayReadUp, house }: Services) =>
  endpoint('GET /api/config', {
    summary: 'What a browser must know about this installation',
    access: 'anyone',
    reply: clientConfig,
    async handle() {
      const [research, previews, presentedHouse] = await Promise.all([
        mayReadUp(),
        isFeatureOn(db, 'previews'),
        house?.present() ?? null,
      ]);
      return { ...settings, research, previews, house: presentedHouse };
    },
  });

const notFound: RequestHandler = () => {
  throw new Problem('not_found', 'There is nothing at this address');
};
