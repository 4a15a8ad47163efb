import type { Server } from 'node:http';
import { openLimits } from '../base/bounds/requestLimits.ts';
import { openNotifications } from '../base/db/notifications.ts';
import type { Database } from '../base/db/openDatabase.ts';
import { openSessions } from '../base/http/session.ts';
import { openSite } from '../base/http/site.ts';
import { log } from '../base/kit/log.ts';
import type { PeriodicJob } from '../base/kit/periodicJob.ts';
import { sweepScratch } from '../base/kit/scratch.ts';
import { openFeeds } from '../episodes/feed/feeds.ts';
import { openEvents } from '../episodes/listen/eventStream.ts';
import { findForWatchers, pageReader } from '../episodes/listen/podcasts.ts';
import { openMinutes } from '../episodes/validation/minutes.ts';
import type { Finding } from '../operator/checks/check.ts';
import { openCheckRuns } from '../operator/checks/checkRuns.ts';
import { checksOf, redactionOf, termsOf } from '../operator/checks/checks.ts';
import { runChecks } from '../operator/checks/run.ts';
import { openReadiness } from '../operator/health/readiness.ts';
import { openMetrics } from '../operator/metrics/metrics.ts';
import { openOrders } from '../orders/orders.ts';
import { openSigner } from '../people/auth/signer.ts';
import { openHouse } from '../people/edition/openHouse.ts';
import { openSamples } from '../production/demos/demoSamples.ts';
import { openQueue } from '../production/run/episodeQueue.ts';
import { openWorker, type Worker } from '../production/run/worker.ts';
import { loadElevenlabs } from '../sound/speech/openElevenlabs.ts';
import { openCreditWatch } from '../supply/availability/creditWatch.ts';
import { openInstance } from '../supply/availability/instances.ts';
import type { Config } from '../supply/config/config.ts';
import { providers as providerNames } from '../supply/config/environment.ts';
import type { Purchase } from '../supply/costs/prices.ts';
import { modelsStateOf } from '../supply/scriptModels/scriptModels.ts';
import { openAccountTools } from './accountTools.ts';
import { type Api, createApp, createProbes, type Services } from './app.ts';
import { composeProduction, type Production } from './composeProduction.ts';
import { JOB_INTERVALS, startJobs } from './jobs.ts';

export interface Application extends Api {
  /** Loads what would otherwise block every request during the first order. */
  load(): Promise<void>;
  /** Null once there is an account, and where episodes are sold. */
  setupCode(): Promise<string | null>;
  work(): Promise<void>;
  /** Asks the providers whether they answer, in some seconds and without buying anything. */
  check(): Promise<Finding[]>;
  close(): Promise<void>;
}

interface Site {
  /** Must be listening: stand-ins and webhooks need its port. */
  server: Server;
  port: number;
  database: Database;
  ffmpeg: string;
  /** Vite with hot reload instead of built files. */
  dev: boolean;
  intervals?: Partial<typeof INTERVALS>;
  /** Scales the waits for failing providers, for tests; 1 by default. */
  pace?: number;
}

/** ms */
const INTERVALS = {
  ...JOB_INTERVALS,
  /** Delays each refusal of too many requests under `/api/auth`. */
  refuseAfter: 1000,
  /** Tries a mail server again that failed; no email waits longer for it than that. */
  askMail: 20_000,
  /** Rare, because each probe is billed. */
  probeStorage: 10_000,
};

/** Timeout for each provider that a start asks, ms: somebody looks at the terminal. */
const FIRST_CHECK = 15_000;

/** The whole product in one process. Each provider is real if it is configured, else a stand-in. */
export async function compose(config: Config, site: Site): Promise<Application> {
  const intervals = { ...INTERVALS, ...site.intervals };
  const production = await composeProduction(config, { ...site, askMail: intervals.askMail });
  const { db, pool, providers, storage, publicUrl, mailer, outbox, salesGate } = production;
  const secure = publicUrl.startsWith('https:');
  /** Only where nothing real can be harmed: demo accounts, and admins without a verified email. */
  const devMode = !config.production && !config.house && noneReal(config);
  const cookieId = cookieIdOf(production);
  const origin = config.publicUrl && new URL(config.publicUrl).origin;
  const house = config.house && openHouse({ ...config.house, db, origin });
  const minutes = config.house && openMinutes({ db, ...config.house });
  const signups = house?.signups ?? null;
  const accountTools = await openAccountTools({
    ...production,
    secure,
    cookieId,
    devMode,
    signups,
  });
  const queue = await openQueue(pool);
  const instance = openInstance(db);
  const worker: Worker = openWorker({
    queue,
    audio: production.audio,
    instance,
    produce: (podcastId, signal) =>
      production.produce(podcastId, { checkMachine: () => worker.check() }, signal),
  });
  const tools = {
    ...production,
    ...accountTools,
    ...openOperatorTools(production),
    queue,
    minutes,
    previewCap: config.previewCap,
    spendingCap: config.spendingCap,
    briefReader: async () => (await production.currentTools()).briefReader,
  };
  const orders = openOrders(tools);
  const events = openEvents((publicId) => findForWatchers(tools, publicId));
  const notifications = openNotifications(pool, 'podcast_changed', events);
  const { realSettings } = production.speakers;
  const samples = openSamples({ ...tools, realSettings });
  const sessions = openSessions(site.database, { ...production, secure, cookieId });
  const web = await openSite({
    dev: site.dev,
    server: site.server,
    sells: production.sells,
    publicUrl,
    ...pageReader(tools),
  });

  const sellers = ['OpenAI', ...production.speakers.providers];
  const { probeStorage: probeStorageEvery } = intervals;
  const probes = {
    ready: openReadiness({ db, storage, queue, worker, instance, probeStorageEvery }),
    metrics: config.metricsToken
      ? openMetrics({ token: config.metricsToken, db, queue, sellers, salesGate })
      : null,
  };
  const services: Services = {
    ...tools,
    ...probes,
    events,
    feeds: openFeeds(production),
    sessions,
    limit: openLimits(pool),
    samples,
    contact: production,
    admin: { ...tools, orders, paymentFee: config.paymentFee },
    house,
    asking: config.house ? 'signed in' : 'anyone',
    site: web.handler,
    clientConfig: {
      ...(providers.paddle && {
        paddle: {
          clientToken: providers.paddle.clientToken,
          environment: providers.paddle.environment,
          script: providers.paddle.script,
        },
      }),
      firebase: providers.firebase?.client ?? null,
      sendsEmail: mailer !== null,
      pixelId: config.pixelId,
      devMode,
      standins: config.standins,
      legal: config.legal,
      supportEmail: production.supportEmail,
    },
    refuseAfter: intervals.refuseAfter,
    origin,
    secure,
    dev: site.dev,
  };

  const closing = new AbortController();
  let jobs: PeriodicJob[] = [];
  let firstSamples = Promise.resolve();

  return {
    ...(config.role === 'worker' ? createProbes(probes) : createApp(services)),
    async load() {
      // A web process needs it only for a voice's first sample or a list that nobody has fetched.
      if (config.role !== 'web') await loadElevenlabs();
    },
    setupCode: async () => house?.setupCode() ?? null,
    async work() {
      if (config.role !== 'worker') {
        await providers.announce(`http://127.0.0.1:${site.port}/api/webhooks/paddle`);
      }
      if (config.role === 'web') return;
      await sweepScratch();
      jobs = startJobs({ ...tools, worker }, intervals);
      if (config.makesSamples) {
        // Not awaited: a start succeeds without them.
        firstSamples = samples
          .makeFirst()
          .catch((error) => log.error({ err: error }, 'the first demos could not be ordered'));
      }
    },
    check: () => tools.check(closing.signal),
    async close() {
      closing.abort();
      events.close();
      production.circuits.close();
      // In parallel: a periodic job may wait long for a provider while episodes are handed back.
      await Promise.all([
        queue.stop(),
        outbox.close(),
        firstSamples,
        ...jobs.map((job) => job.stop()),
      ]);
      probes.metrics?.close();
      await notifications.close();
      sessions.close();
      await web.close();
      await accountTools.tokens?.close();
      await production.documents.close();
      await providers.close();
    },
  };
}

/** Browsers keep cookies by host, whatever the port: two installations need different names. */
function cookieIdOf({ secret, config: { publicUrl, databaseUrl, dataDir } }: Production): string {
  const place = databaseUrl ? null : dataDir;
  return openSigner(secret, 'cookie name').sign([publicUrl, place]).slice(0, 8);
}

function openOperatorTools(tools: Production) {
  const { config, models, prices, recordOwnPurchase } = tools;
  const checkSettings = {
    ...tools,
    accounts: tools.providers,
    decode: tools.audio.decode,
    models: models.current,
    onBought: (purchase: Purchase) => void recordOwnPurchase(purchase),
  };
  const entries = checksOf(checkSettings);
  const redact = redactionOf(checkSettings);
  return {
    check: (signal: AbortSignal) =>
      runChecks(entries, { redact, deadline: FIRST_CHECK }, { buy: false, signal }),
    checkRuns: openCheckRuns({
      ...tools,
      entries,
      redact,
      terms: async () => termsOf(await models.current(), config, prices),
      atStart: config.production,
    }),
    modelsState: () => modelsStateOf(models, prices),
    credits: openCreditWatch({ ...tools, account: tools.speakers.account }),
  };
}

/** PostgreSQL does not count: there is no money or account to harm in one's own database. */
function noneReal(config: Config): boolean {
  return Object.keys(providerNames).every(
    (name) => name === 'PostgreSQL' || config.standins.some((standin) => standin === name),
  );
}
