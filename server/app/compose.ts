import type { Server } from 'node:http';
import { forgetCounts, openLimits } from '../base/bounds/requestLimits.ts';
import { runUnderLease } from '../base/db/leases.ts';
import { openNotifications } from '../base/db/notifications.ts';
import type { Database } from '../base/db/openDatabase.ts';
import { openSessions } from '../base/http/session.ts';
import { openSite } from '../base/http/site.ts';
import { log } from '../base/kit/log.ts';
import { type Job, type PeriodicJob, startPeriodicJob } from '../base/kit/periodicJob.ts';
import { sweepScratch } from '../base/kit/scratch.ts';
import { openBriefs } from '../episodes/briefs/briefs.ts';
import { openFeeds } from '../episodes/feed/feeds.ts';
import { openEvents } from '../episodes/listen/eventStream.ts';
import { openPodcasts } from '../episodes/listen/podcasts.ts';
import { openChangeFeed } from '../episodes/log/changeFeed.ts';
import { removeOldParts } from '../episodes/log/parts.ts';
import { removeLeftovers } from '../episodes/owner/removeEpisode.ts';
import { removeOldClips } from '../episodes/owner/retention.ts';
import { openCap } from '../episodes/previews/cap.ts';
import { openPreviews } from '../episodes/previews/previews.ts';
import { removeExpired } from '../episodes/previews/removeExpired.ts';
import { openMinutes } from '../episodes/validation/minutes.ts';
import type { Finding } from '../operator/checks/check.ts';
import { openCheckRuns } from '../operator/checks/checkRuns.ts';
import { checksOf, redactionOf, termsOf } from '../operator/checks/checks.ts';
import { runChecks } from '../operator/checks/run.ts';
import { openReadiness } from '../operator/health/readiness.ts';
import { openMetrics } from '../operator/metrics/metrics.ts';
import { openDiscounts } from '../orders/discounts/discounts.ts';
import { openOrders } from '../orders/orders.ts';
import { openAccount } from '../people/account/account.ts';
import { revokeSessionlessAccess } from '../people/account/leftovers.ts';
import { openAccounts } from '../people/auth/accounts.ts';
import { openAdmins } from '../people/auth/admins.ts';
import { openDemo } from '../people/auth/demoAccounts.ts';
import { openEmailVerification } from '../people/auth/emailVerification.ts';
import { firebaseTokens } from '../people/auth/firebaseTokens.ts';
import { openGoogle } from '../people/auth/googleSignIn.ts';
import { openKnownBrowsers } from '../people/auth/knownBrowsers.ts';
import { openIdentity } from '../people/auth/passport.ts';
import { openPasswordAttempts } from '../people/auth/passwordAttempts.ts';
import { openPasswordResets } from '../people/auth/passwordResets.ts';
import { openSigner } from '../people/auth/signer.ts';
import { openHouse } from '../people/edition/openHouse.ts';
import type { Signups } from '../people/edition/signups.ts';
import { openSamples } from '../production/demos/demoSamples.ts';
import { openQueue } from '../production/run/episodeQueue.ts';
import { warnOfLate } from '../production/run/lateEpisodes.ts';
import { openWorker } from '../production/run/worker.ts';
import { loadElevenlabs } from '../sound/speech/openElevenlabs.ts';
import { openCreditWatch } from '../supply/availability/creditWatch.ts';
import { openInstance } from '../supply/availability/instances.ts';
import type { Config } from '../supply/config/config.ts';
import { providers as providerNames } from '../supply/config/environment.ts';
import type { Purchase } from '../supply/costs/prices.ts';
import { openOffer } from '../supply/scriptModels/scriptModels.ts';
import { announceEnds } from '../supply/voices/announceEnds.ts';
import { type Api, createApp, createProbes, type Services } from './app.ts';
import { type Basics, composeProduction, type Production } from './composeProduction.ts';

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

/** How often the periodic jobs run, and other waits, ms. */
const INTERVALS = {
  reconcile: 20_000,
  deliver: 5_000,
  /** Looks for episodes that no instance works on: part of the time that a crash delays them. */
  recover: 2_000,
  tidy: 60 * 60 * 1000,
  /** A provider that is away is probed at its own pace. */
  probeCircuits: 1_000,
  announceVoiceEnds: 24 * 60 * 60 * 1000,
  refreshModels: 10_000,
  refreshCredits: 60 * 60 * 1000,
  checkMachine: 10_000,
  checkProviders: 2_000,
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
  const { askMail } = intervals;
  const { basics, production } = await composeProduction(config, { ...site, askMail });
  const secure = basics.publicUrl.startsWith('https:');
  /** Only where nothing real can be harmed: demo accounts, and admins without a verified email. */
  const devMode = !config.production && !config.house && noneReal(config);
  const { db, pool, providers, supportEmail, alerts, outbox, storage } = basics;
  const cookieId = cookieIdOf(basics);
  const origin = config.publicUrl && new URL(config.publicUrl).origin;
  const house = config.house && openHouse({ ...config.house, db, origin });
  const {
    endpoints: identity,
    passwordAttempts,
    tokens,
  } = await openIdentities({
    ...basics,
    secure,
    cookieId,
    devMode,
    signups: house?.signups ?? null,
  });
  const { models, episodeTools, salesGate, circuits } = production;
  const { queue, worker, instance } = await openWork(basics, production);
  const { endpoints: listening, changeFeed, notifications } = openListening(basics);
  const minutes = config.house && openMinutes({ db, ...config.house });
  const discounts = openDiscounts({ db });
  const orders = openOrders({ ...basics, ...production, queue, discounts, minutes });
  const operator = openOperatorTools({ ...basics, models });
  const account = openAccount({ ...basics, passwordAttempts });
  const briefs = openBriefs({
    ...basics,
    reader: async () => (await episodeTools.current()).briefReader,
  });
  const cap = openCap({ ...basics, ...config });
  const previews = openPreviews({ ...basics, ...production, queue, cap, minutes });
  const { voices } = episodeTools;
  const { realSettings } = basics.speakers;
  const samples = openSamples({ db, queue, voices, realSettings });
  const sessions = openSessions(site.database, { ...basics, secure, cookieId });
  const { podcasts } = listening;
  const web = await openSite({
    dev: site.dev,
    server: site.server,
    sells: house === null,
    publicUrl: basics.publicUrl,
    // As a stranger: a preview shows no more than anyone with the link may see.
    findEpisode: (token) => podcasts.getListenPage(null, token),
    findLines: async (token, count) => (await podcasts.transcript(null, token, count)).segments,
    findChapters: async (token, count) => (await podcasts.chapters(null, token, count)).chapters,
    findQuestions: async (token) => (await podcasts.answers(null, token)).questions,
  });

  const sellers = ['OpenAI', ...basics.speakers.providers];
  const { probeStorage: probeStorageEvery } = intervals;
  const probes = {
    ready: openReadiness({ db, storage, queue, worker, instance, probeStorageEvery }),
    metrics: config.metricsToken
      ? openMetrics({ token: config.metricsToken, db, queue, sellers, salesGate })
      : null,
  };
  const services: Services = {
    ...probes,
    ...identity,
    ...listening,
    mayReadUp: basics.mayReadUp,
    account,
    briefs,
    previews,
    sources: basics.sources,
    findArticle: basics.findArticle,
    sessions,
    limit: openLimits(pool),
    voices,
    orders,
    payments: basics.payments,
    samples,
    contact: basics,
    admin: { ...basics, ...operator, orders, queue, salesGate, paymentFee: config.paymentFee },
    storage,
    storedFiles: basics.storedFiles,
    house,
    minutes,
    asking: config.house ? 'signed in' : 'anyone',
    site: web.handler,
    standins: providers.router,
    standinsRoot: providers.root,
    clientConfig: {
      ...(providers.paddle && {
        paddle: {
          clientToken: providers.paddle.clientToken,
          environment: providers.paddle.environment,
          script: providers.paddle.script,
        },
      }),
      firebase: providers.firebase?.client ?? null,
      sendsEmail: basics.mailer !== null,
      pixelId: config.pixelId,
      devMode,
      standins: config.standins,
      legal: config.legal,
      supportEmail,
    },
    refuseAfter: intervals.refuseAfter,
    origin,
    trustProxy: config.trustProxy,
    secure,
    dataDir: config.dataDir,
    hstsSubdomains: config.hstsSubdomains,
    dev: site.dev,
    mediaOrigins: basics.mediaOrigin === null ? [] : [basics.mediaOrigin],
    scriptOrigins: providers.scriptOrigins,
    identityOrigins: providers.identityOrigins,
  };

  const closing = new AbortController();
  const jobs: PeriodicJob[] = [];
  const onEachInstance = (interval: number, run: Job) => jobs.push(startPeriodicJob(interval, run));
  const onOneInstance = (name: string, interval: number, run: Job) =>
    onEachInstance(interval, (signal) => runUnderLease(db, { name, interval, run }, signal));
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
      // Of this machine, or shared among the instances by the rows themselves.
      onEachInstance(intervals.checkMachine, () => worker.check());
      onEachInstance(intervals.probeCircuits, () => circuits.probeDueCircuits());
      onEachInstance(intervals.recover, () => queue.recover());
      onEachInstance(intervals.deliver, () => outbox.deliver());
      onEachInstance(intervals.checkProviders, (signal) => operator.checkRuns.runDueChecks(signal));
      onEachInstance(intervals.refreshModels, (signal) => models.refreshIfDue(signal));
      onOneInstance('reconcile', intervals.reconcile, () => orders.reconcile());
      onOneInstance('late episodes', intervals.reconcile, () => warnOfLate({ db, alerts }));
      onOneInstance('credits', intervals.refreshCredits, (signal) =>
        operator.credits.refresh(signal),
      );
      onOneInstance('voice ends', intervals.announceVoiceEnds, async () => {
        for (const narrator of (await episodeTools.current()).narrators) {
          await announceEnds(narrator, { db, alerts });
        }
      });
      const tidy: Record<string, Job> = {
        clips: (signal) => removeOldClips(db, storage, signal),
        parts: (signal) => removeOldParts(db, storage, signal),
        episodes: (signal) => removeLeftovers(db, storage, signal),
        accounts: () => account.tidy(),
        counts: () => forgetCounts(db),
        briefs: () => briefs.forget(),
        sources: () => basics.sources.forget(),
        previews: (signal) => removeExpired(db, storage, signal),
      };
      for (const [what, run] of Object.entries(tidy)) {
        onOneInstance(`tidy ${what}`, intervals.tidy, run);
      }
      if (config.makesSamples) {
        // Not awaited: a start succeeds without them.
        firstSamples = samples
          .makeFirst()
          .catch((error) => log.error({ err: error }, 'the first demos could not be ordered'));
      }
    },
    check: () => operator.check(closing.signal),
    async close() {
      closing.abort();
      listening.events.close();
      changeFeed.close();
      circuits.close();
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
      await tokens?.close();
      await basics.documents.close();
      await providers.close();
    },
  };
}

async function openWork({ db, pool, audio }: Basics, { produce }: Production) {
  const queue = await openQueue(pool);
  const instance = openInstance(db);
  const worker = openWorker({
    queue,
    audio,
    instance,
    produce: (podcastId, signal) =>
      produce(podcastId, { checkMachine: () => worker.check() }, signal),
  });
  return { queue, worker, instance };
}

/** Browsers keep cookies by host, whatever the port: two installations need different names. */
function cookieIdOf({ secret, config: { publicUrl, databaseUrl, dataDir } }: Basics): string {
  const place = databaseUrl ? null : dataDir;
  return openSigner(secret, 'cookie name').sign([publicUrl, place]).slice(0, 8);
}

async function openIdentities(
  basics: Basics & { secure: boolean; cookieId: string; devMode: boolean; signups: Signups | null },
) {
  const { config, db, devMode, signups } = basics;
  const admins = openAdmins(db, { emails: config.adminEmails, trustUnproven: devMode });
  const emailVerification = openEmailVerification({ ...basics, admins });
  const known = openKnownBrowsers(basics);
  const passwordAttempts = openPasswordAttempts(basics.pool, known);
  const accounts = openAccounts({ db, emailVerification, admins, passwordAttempts, signups });
  const { firebase } = basics.providers;
  const tokens = firebase && firebaseTokens(firebase);
  await admins.grantAllListed();
  return {
    endpoints: {
      accounts,
      identity: openIdentity({ db, accounts, known, sources: basics.sources }),
      passwordResets: openPasswordResets({ ...basics, admins }),
      google:
        tokens &&
        openGoogle({
          ...basics,
          check: tokens,
          emailVerification,
          admins,
          revokeSessionlessAccess,
        }),
      emailVerification,
      sendsEmail: basics.mailer !== null,
      demo: devMode ? openDemo(db) : null,
    },
    passwordAttempts,
    tokens,
  };
}

function openListening(basics: Basics) {
  const podcasts = openPodcasts(basics.db);
  const changeFeed = openChangeFeed(podcasts.findForWatchers);
  return {
    endpoints: {
      podcasts,
      events: openEvents(changeFeed),
      reports: { ...basics, podcasts },
      ownerTools: basics,
      feeds: openFeeds(basics),
    },
    changeFeed,
    notifications: openNotifications(basics.pool, 'podcast_changed', changeFeed),
  };
}

function openOperatorTools(basics: Basics & Pick<Production, 'models'>) {
  const { config, models, prices, recordOwnPurchase } = basics;
  const checkSettings = {
    ...basics,
    accounts: basics.providers,
    decode: basics.audio.decode,
    models: models.current,
    onBought: (purchase: Purchase) => void recordOwnPurchase(purchase),
  };
  const entries = checksOf(checkSettings);
  const redact = redactionOf(checkSettings);
  return {
    check: (signal: AbortSignal) =>
      runChecks(entries, { redact, deadline: FIRST_CHECK }, { buy: false, signal }),
    checkRuns: openCheckRuns({
      ...basics,
      entries,
      redact,
      terms: async () => termsOf(await models.current(), config, prices),
      atStart: config.production,
    }),
    offer: openOffer({ models, prices }),
    credits: openCreditWatch({ ...basics, account: basics.speakers.account }),
  };
}

/** PostgreSQL does not count: there is no money or account to harm in one's own database. */
function noneReal(config: Config): boolean {
  return Object.keys(providerNames).every(
    (name) => name === 'PostgreSQL' || config.standins.some((standin) => standin === name),
  );
}
