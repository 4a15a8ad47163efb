import type { Server } from 'node:http';
import { openAccount } from './account/account.ts';
import { endLeftovers } from './account/leftovers.ts';
import { openAdmin } from './admin/admin.ts';
import { type Api, createApp, createProbes, type Services } from './app.ts';
import { openFfmpegEngine } from './audio/ffmpegEngine.ts';
import { openAccounts } from './auth/accounts.ts';
import { openAdmins } from './auth/admins.ts';
import { openDemo } from './auth/demo.ts';
import { openEmailVerification } from './auth/emailVerification.ts';
import { firebaseTokens } from './auth/firebase.ts';
import { openGoogle } from './auth/google.ts';
import { openKnownBrowsers } from './auth/knownBrowsers.ts';
import { openIdentity } from './auth/passport.ts';
import { openPasswordAttempts } from './auth/passwordAttempts.ts';
import { openPasswordResets } from './auth/passwordResets.ts';
import { openCircuitBreakers } from './availability/circuitBreakers.ts';
import { openCreditWatch } from './availability/credits.ts';
import { openInstance } from './availability/instances.ts';
import { openOperatorAlerts } from './availability/operatorAlerts.ts';
import { openSalesGate } from './availability/salesGate.ts';
import { openTrials } from './availability/trials.ts';
import { openCheckRuns } from './checks/checkRuns.ts';
import { checksOf, redactionOf } from './checks/checks.ts';
import { termsOf } from './checks/price.ts';
import { type Config, providers as providerNames } from './config.ts';
import { openContact } from './contact/contact.ts';
import { openCosts } from './costs/costs.ts';
import { meteredNarrator, meteredWriter } from './costs/meter.ts';
import { openPriceList } from './costs/priceList.ts';
import type { Purchase } from './costs/prices.ts';
import { runUnderLease } from './db/leases.ts';
import { openNotifications } from './db/notifications.ts';
import type { Database } from './db/open.ts';
import { openDiscounts } from './discounts/discounts.ts';
import { smtpMailer } from './email/smtp.ts';
import { openKits } from './episodeTools.ts';
import { openFeeds } from './feeds/feeds.ts';
import { openReadiness } from './health/readiness.ts';
import { forgetCounts, openLimits } from './http/limits.ts';
import { openSessions, sessionSecret } from './http/session.ts';
import { openSite } from './http/site.ts';
import { log } from './log.ts';
import { openMetrics } from './metrics/metrics.ts';
import { askAbilities } from './models/abilities.ts';
import { openModels } from './models/models.ts';
import { openOffer } from './models/offer.ts';
import { openOrders } from './orders/orders.ts';
import { openOutbox } from './outbox/outbox.ts';
import { paddlePayments } from './payments/paddle.ts';
import { type PeriodicJob, startPeriodicJob } from './periodicJob.ts';
import { openChangeFeed } from './podcasts/changeFeed.ts';
import { openEpisodeLog } from './podcasts/episodeLog.ts';
import { openEvents } from './podcasts/eventStream.ts';
import { openFinish } from './podcasts/finish.ts';
import { openOwnerActions } from './podcasts/ownerActions.ts';
import { removeOldParts } from './podcasts/parts.ts';
import { openPodcasts } from './podcasts/podcasts.ts';
import { openReports } from './podcasts/reports.ts';
import { removeOldClips } from './podcasts/retention.ts';
import { openShares } from './production/concurrencyShares.ts';
import { warnOfLate } from './production/lateEpisodes.ts';
import { openQueue } from './production/queue.ts';
import { openThrottle } from './production/rateLimiter.ts';
import { runEpisode } from './production/runEpisode.ts';
import { openWorker } from './production/worker.ts';
import { chooseProviders } from './providers.ts';
import { openSamples } from './samples/samples.ts';
import { sweepScratch } from './scratch.ts';
import { openaiModels, openaiModerator, openaiProbe, openaiWriter } from './script/openai.ts';
import { tryWriting } from './script/trial.ts';
import { loadElevenlabs, openElevenlabs } from './speech/elevenlabs.ts';
import { s3Storage } from './storage/s3.ts';
import { announceEnds } from './voices/announceEnds.ts';
import { openVoices } from './voices/catalogue.ts';
import { noteRefusals } from './voices/noteRefusals.ts';

export interface Application extends Api {
  /** Loads what the first order would otherwise hold up everybody for. */
  load(): Promise<void>;
  /** Starts making episodes and looking after what was left behind. */
  work(): Promise<void>;
  /** Hands jobs back and lets go of everything that was opened here. */
  close(): Promise<void>;
}

interface Site {
  /** The server that listens already: stand-ins and webhooks need its port. */
  server: Server;
  port: number;
  database: Database;
  ffmpeg: string;
  /** Vite with hot reload in place of built files. */
  dev: boolean;
  /** Other intervals than the product's own, for tests. */
  intervals?: Partial<typeof INTERVALS>;
  /** A share of all waits for a provider that fails, for tests in a hurry; 1 is the product's own. */
  pace?: number;
}

/** How often the periodic jobs run, and other waits, ms. */
const INTERVALS = {
  /** Looks for late webhooks, expired orders and late episodes. */
  reconcile: 20_000,
  /** Sends the emails that are due. */
  deliver: 5_000,
  /** Looks for episodes that no instance works on: part of the time that a crash delays them. */
  recover: 2_000,
  /** Removes clips, parts and counts that are no longer needed. */
  tidy: 60 * 60 * 1000,
  /** Looks after failing providers; one that is away is probed at its own pace. */
  tendCircuits: 1_000,
  /** Looks for voices that are about to end. */
  announceVoiceEnds: 24 * 60 * 60 * 1000,
  /** Checks whether it is time to ask the accounts what their models can do. */
  tendModels: 10_000,
  /** Asks ElevenLabs how many credits are left. */
  refreshCredits: 60 * 60 * 1000,
  /** Checks whether this machine can make episodes. */
  checkMachine: 10_000,
  /** Looks for a requested check of the providers. */
  checkProviders: 2_000,
  /** Delays the answer to a sign-in after too many wrong passwords. */
  refuseAfter: 1000,
  /** Tries a mail server again that failed; no email waits longer for it than that. */
  askMail: 20_000,
  /** Probes the bucket for `/readyz`. Rarely: each probe is billed. */
  probeStorage: 10_000,
};

/** The only place that knows vendors: each provider real where it is configured, else a stand-in. */
export async function compose(config: Config, site: Site): Promise<Application> {
  const { db, pool } = site.database;
  const intervals = { ...INTERVALS, ...site.intervals };
  const pace = site.pace ?? 1;
  const publicUrl = config.publicUrl ?? `http://localhost:${site.port}`;
  const providers = await chooseProviders(config, site.port);

  const storage = s3Storage(providers.s3);
  // From a real link: the SDK alone knows where a bucket of this name is addressed.
  const mediaOrigin = new URL(await storage.link('origin', { expiresIn: 60 })).origin;
  const mailer = smtpMailer({ ...providers.smtp, replyTo: config.supportEmail });
  const payments = paddlePayments(providers.paddle);
  const audio = openFfmpegEngine({ ffmpeg: site.ffmpeg });
  const elevenlabs = openElevenlabs({
    ...providers.elevenlabs,
    concurrency: config.elevenlabs.concurrency,
    decode: audio.decode,
    shares: openShares(db),
  });
  const models = openModels({
    db,
    wanted: config.models,
    abilities: askAbilities(openaiModels(providers.openai), elevenlabs),
    settingsOf: (set) => elevenlabs.narrator(set).settings,
  });
  const moderator = config.openai.moderation
    ? openaiModerator(providers.openai)
    : { moderate: async () => 'allowed' as const };

  /** Where nothing real can be harmed: demo accounts, and admins by their word alone. */
  const devMode = !config.production && noneReal(config);
  const { supportEmail } = config;
  const secure = publicUrl.startsWith('https:');
  const secret = await sessionSecret(db, config.sessionSecret);
  const { hostname: host } = new URL(publicUrl);
  const outbox = openOutbox({
    db,
    mailer,
    host,
    operator: { supportEmail, adminUrl: `${publicUrl}/admin` },
    times: { pause: intervals.askMail },
  });
  const alerts = openOperatorAlerts({ outbox, publicUrl, supportEmail });
  const admins = openAdmins(db, { emails: config.adminEmails, trustUnproven: devMode });
  const emailVerification = openEmailVerification({
    db,
    outbox,
    admins,
    secret,
    publicUrl,
    supportEmail,
  });
  const known = openKnownBrowsers({ secret, secure });
  const passwordAttempts = openPasswordAttempts(pool, known);
  const accounts = openAccounts({ db, emailVerification, admins, passwordAttempts });
  const passwordResets = openPasswordResets({ db, outbox, admins, publicUrl, supportEmail });
  const tokens = firebaseTokens(providers.firebase);
  const google = openGoogle({
    db,
    check: tokens,
    emailVerification,
    admins,
    outbox,
    supportEmail,
    endLeftovers,
  });
  await admins.appointAll();
  const prices = openPriceList(config.ownPrices);
  const costs = openCosts({ db, prices, cap: config.spendingCap });
  // A sample and a trial are bought for the house, whoever asks for them first.
  const forOurselves = (purchase: Purchase) => costs.record(null, purchase);
  const throttle = openThrottle(db);
  const onlyWithSample = config.elevenlabs.account !== null;
  const kits = openKits((set) => {
    const narrator = noteRefusals(elevenlabs.narrator(set), { db, alerts });
    const ours = meteredNarrator(narrator, forOurselves);
    const voices = openVoices({ db, narrator: ours, storage, audio, onlyWithSample });
    const script = { model: set.script, ...providers.openai };
    return {
      writer: openaiWriter({ ...script, throttle }),
      hasty: openaiWriter(script),
      narrator,
      voices,
      async sample(voiceId: string, name: string, signal: AbortSignal) {
        const { clip, text } = await voices.sample(voiceId, name, signal);
        return { clip: audio.prepare(clip), characters: text.length };
      },
    };
  }, models.current);
  const { voices } = kits;
  const queue = await openQueue(pool);
  const discounts = openDiscounts({ db });
  const podcasts = openPodcasts(db);
  const watch = openChangeFeed(podcasts.findForWatchers);
  const notices = openNotifications(pool, 'podcast_changed', watch);
  const events = openEvents(watch);
  const reports = openReports({ db, outbox, podcasts, publicUrl, supportEmail });
  const ownerActions = openOwnerActions({ db, storage, outbox, publicUrl, supportEmail });
  const feeds = openFeeds({ db, secret, publicUrl, supportEmail });
  const realSettings = config.elevenlabs.account && elevenlabs.host;
  const samples = openSamples({ db, queue, voices, realSettings });
  const episodeLog = openEpisodeLog(db);
  const finish = openFinish({ db, outbox, publicUrl, supportEmail });
  const salesGate = openSalesGate({ db, costs, alerts });
  const instance = openInstance(db);
  const circuits = openCircuitBreakers({
    db,
    alerts,
    pace,
    probes: {
      OpenAI: openaiProbe({ ...providers.openai, moderation: config.openai.moderation }),
      ElevenLabs: async (signal) => (await kits.current()).narrator.probe(signal),
      S3: () => storage.put('probe', Buffer.from('Written to see whether it can be'), 'text/plain'),
    },
    trials: openTrials(async () => {
      const { hasty, narrator } = await kits.current();
      return {
        writer: meteredWriter(hasty, forOurselves),
        narrator: meteredNarrator(narrator, forOurselves),
        voices,
        payments,
      };
    }),
  });
  const orders = openOrders({
    db,
    salesGate,
    circuits,
    alerts,
    payments,
    discounts,
    moderator,
    models,
    voices,
    queue,
    outbox,
    finish,
    publicUrl,
    supportEmail,
  });
  const checkSettings = {
    config,
    accounts: providers,
    publicUrl,
    storage,
    mediaOrigin,
    mailer,
    decode: audio.decode,
    models: models.current,
    onBought: (purchase: Purchase) => void costs.record(null, purchase),
  };
  const inspector = openCheckRuns({
    db,
    entries: checksOf(checkSettings),
    veil: redactionOf(checkSettings),
    costs,
    terms: async () => termsOf(await models.current(), config, prices),
    atStart: config.production,
  });
  const offer = openOffer({
    db,
    models,
    prices,
    countVoices: async (set) => (await kits.of(set).voices.list()).length,
    tryScript: (set, signal) => tryWriting(meteredWriter(kits.of(set).hasty, forOurselves), signal),
  });
  const credits = openCreditWatch({ db, account: elevenlabs, models, alerts });
  const metrics = config.metricsToken
    ? openMetrics({ token: config.metricsToken, db, queue, salesGate })
    : null;
  const account = openAccount({ db, storage, outbox, passwordAttempts, supportEmail });
  const contact = openContact({ db, outbox, supportEmail });

  const sessions = openSessions(site.database, { secret, secure });
  const web = await openSite({
    dev: site.dev,
    server: site.server,
    publicUrl,
    // As a stranger: a preview may show no more than whoever was sent the link may hear.
    findEpisode: (token) => podcasts.listen(null, token),
    findLines: async (token, count) => (await podcasts.transcript(null, token, count)).segments,
  });

  const productionTools = {
    moderator,
    storage,
    audio,
    episodeLog,
    finish,
    outbox,
    salesGate,
    costs,
    circuits,
    checkMachine: () => worker.check(),
    pace,
  };
  const worker = openWorker({
    queue,
    audio,
    instance,
    async produce(podcastId: number, signal: AbortSignal) {
      const kit = kits.of(await models.of(podcastId));
      return runEpisode(podcastId, { ...productionTools, ...kit }, signal);
    },
  });

  const probes = {
    ready: openReadiness({
      db,
      storage,
      queue,
      worker,
      instance,
      probeStorageEvery: intervals.probeStorage,
    }),
    metrics,
  };
  const rooms: Services = {
    ...probes,
    accounts,
    identity: openIdentity(accounts, known),
    passwordResets,
    google,
    emailVerification,
    demo: devMode ? openDemo(db) : null,
    account,
    sessions,
    limit: openLimits(pool),
    voices,
    orders,
    payments,
    podcasts,
    events,
    reports,
    ownerActions,
    feeds,
    samples,
    contact,
    admin: openAdmin({ db, orders, queue, salesGate, costs, inspector, offer, credits }),
    storage,
    site: web.handler,
    standins: providers.router,
    standinsRoot: providers.root,
    clientConfig: {
      paddle: {
        clientToken: providers.paddle.clientToken,
        environment: providers.paddle.environment,
        script: providers.paddle.script,
      },
      firebase: providers.firebase.client,
      pixelId: config.pixelId,
      devMode,
      standins: config.standins,
      legal: config.legal,
      supportEmail,
    },
    refuseAfter: intervals.refuseAfter,
    origin: config.publicUrl && new URL(config.publicUrl).origin,
    trustProxy: config.trustProxy,
    secure,
    dataDir: config.dataDir,
    hstsSubdomains: config.hstsSubdomains,
    dev: site.dev,
    mediaOrigins: [mediaOrigin],
    scriptOrigins: providers.scriptOrigins,
    identityOrigins: providers.identityOrigins,
  };

  const jobs: PeriodicJob[] = [];
  const onEachInstance = (interval: number, run: (signal: AbortSignal) => Promise<unknown>) =>
    jobs.push(startPeriodicJob(interval, run));
  const onOneInstance = (
    name: string,
    interval: number,
    run: (signal: AbortSignal) => Promise<unknown>,
  ) => onEachInstance(interval, (signal) => runUnderLease(db, { name, interval, run }, signal));
  let firstSamples = Promise.resolve();

  return {
    ...(config.role === 'worker' ? createProbes(probes) : createApp(rooms)),
    async load() {
      // A web process needs it only for a voice's first sample, or a list of voices nobody has fetched.
      if (config.role !== 'web') await loadElevenlabs();
    },
    async work() {
      if (config.role !== 'worker') {
        await providers.announce(`http://127.0.0.1:${site.port}/api/webhooks/paddle`);
      }
      if (config.role === 'web') return;
      await sweepScratch();
      // Of this machine, or shared among the instances by the rows themselves.
      onEachInstance(intervals.checkMachine, () => worker.check());
      onEachInstance(intervals.tendCircuits, () => circuits.tend());
      onEachInstance(intervals.recover, () => queue.recover());
      onEachInstance(intervals.deliver, () => outbox.deliver());
      onEachInstance(intervals.checkProviders, (signal) => inspector.tend(signal));
      onEachInstance(intervals.tendModels, (signal) => models.tend(signal));
      onOneInstance('reconcile', intervals.reconcile, () => orders.reconcile());
      onOneInstance('late episodes', intervals.reconcile, () => warnOfLate({ db, alerts }));
      onOneInstance('credits', intervals.refreshCredits, (signal) => credits.refresh(signal));
      onOneInstance('voice ends', intervals.announceVoiceEnds, async () =>
        announceEnds((await kits.current()).narrator, { db, alerts }),
      );
      const tidy = {
        clips: (signal: AbortSignal) => removeOldClips(db, storage, signal),
        parts: (signal: AbortSignal) => removeOldParts(db, storage, signal),
        episodes: (signal: AbortSignal) => ownerActions.tidy(signal),
        accounts: () => account.tidy(),
        counts: () => forgetCounts(db),
      };
      for (const [what, run] of Object.entries(tidy)) {
        onOneInstance(`tidy ${what}`, intervals.tidy, run);
      }
      if (config.makesSamples) {
        // Not waited for: a start that fails to make them starts all the same.
        firstSamples = samples
          .makeFirst()
          .catch((error) => log.error({ err: error }, 'the first demos could not be ordered'));
      }
    },
    async close() {
      events.close();
      watch.close();
      circuits.close();
      // In parallel: a periodic job may wait long for a provider while episodes are handed back.
      await Promise.all([
        queue.stop(),
        outbox.close(),
        firstSamples,
        ...jobs.map((job) => job.stop()),
      ]);
      metrics?.close();
      await notices.close();
      sessions.close();
      await web.close();
      await tokens.close();
      await providers.close();
    },
  };
}

/** A database of one's own is no provider whose money or accounts could be at stake. */
function noneReal(config: Config): boolean {
  return Object.keys(providerNames).every(
    (name) => name === 'PostgreSQL' || config.standins.some((standin) => standin === name),
  );
}
