import type { Server } from 'node:http';
import { openAccount } from './account/account.ts';
import { revokeSessionlessAccess } from './account/leftovers.ts';
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
import { openBriefs } from './briefs/briefs.ts';
import { openCheckRuns } from './checks/checkRuns.ts';
import { checksOf, redactionOf } from './checks/checks.ts';
import { termsOf } from './checks/price.ts';
import { type Config, providers as providerNames } from './config.ts';
import { openCosts } from './costs/costs.ts';
import { meteredNarrator, meteredWriter } from './costs/meter.ts';
import { openPriceList } from './costs/priceList.ts';
import type { Purchase } from './costs/prices.ts';
import { isFeatureOn } from './db/featureSwitches.ts';
import { runUnderLease } from './db/leases.ts';
import { openNotifications } from './db/notifications.ts';
import type { Database } from './db/open.ts';
import { openDiscounts } from './discounts/discounts.ts';
import { smtpMailer } from './email/smtp.ts';
import { openEpisodeTools } from './episodeTools.ts';
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
import { type Job, type PeriodicJob, startPeriodicJob } from './periodicJob.ts';
import { openChangeFeed } from './podcasts/changeFeed.ts';
import { earlierEpisodes } from './podcasts/earlierEpisodes.ts';
import { earlierLines } from './podcasts/earlierLines.ts';
import { openEpisodeLog } from './podcasts/episodeLog.ts';
import { openEvents } from './podcasts/eventStream.ts';
import { openFinish } from './podcasts/finish.ts';
import type { PodcastRow } from './podcasts/lease.ts';
import { removeOldParts } from './podcasts/parts.ts';
import { openPodcasts } from './podcasts/podcasts.ts';
import { removeLeftovers } from './podcasts/remove.ts';
import { openResearchLog } from './podcasts/researchLog.ts';
import { removeOldClips } from './podcasts/retention.ts';
import { adoptPreview } from './previews/adopt.ts';
import { openCap } from './previews/cap.ts';
import { removeExpired } from './previews/expire.ts';
import { openPreviews } from './previews/previews.ts';
import { openPreviewWishes } from './previews/wishes.ts';
import { openShares } from './production/concurrencyShares.ts';
import { warnOfLate } from './production/lateEpisodes.ts';
import { openQueue } from './production/queue.ts';
import { openRateLimiter } from './production/rateLimiter.ts';
import { runEpisode } from './production/runEpisode.ts';
import { openWorker } from './production/worker.ts';
import { chooseProviders } from './providers.ts';
import { openDocuments } from './research/documents.ts';
import { openMediawiki } from './research/mediawiki.ts';
import { openaiWebSearch } from './research/webSearch.ts';
import { openSamples } from './samples/samples.ts';
import { sweepScratch } from './scratch.ts';
import {
  openaiBriefReader,
  openaiModels,
  openaiModerator,
  openaiProbe,
  openaiWriter,
} from './script/openai.ts';
import { tryWriting } from './script/trial.ts';
import { broughtDocuments } from './sources/brought.ts';
import { openSources } from './sources/sources.ts';
import { openSpeakers } from './speakers.ts';
import { loadElevenlabs } from './speech/elevenlabs.ts';
import { narratorOf } from './speech/narratorOf.ts';
import type { ProbedNarrator, SpeechProvider } from './speech/speech.ts';
import { s3Storage } from './storage/s3.ts';
import { announceEnds } from './voices/announceEnds.ts';
import { openVoices } from './voices/catalogue.ts';
import { joinCatalogues } from './voices/joinCatalogues.ts';
import { noteRefusals } from './voices/noteRefusals.ts';

export interface Application extends Api {
  /** Loads what would otherwise block every request during the first order. */
  load(): Promise<void>;
  /** Starts making episodes, and the periodic jobs. */
  work(): Promise<void>;
  /** Hands episodes back and closes everything that was opened here. */
  close(): Promise<void>;
}

interface Site {
  /** Is listening already: stand-ins and webhooks need its port. */
  server: Server;
  port: number;
  database: Database;
  ffmpeg: string;
  /** Vite with hot reload instead of built files. */
  dev: boolean;
  /** Overrides for tests. */
  intervals?: Partial<typeof INTERVALS>;
  /** Scales the waits for failing providers, for tests; 1 by default. */
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

/** How long an episode is read up on before it is planned, ms. */
const READING_TIME = 24_000;

/** The only file that knows vendors: each provider is real where it is configured, else a stand-in. */
export async function compose(config: Config, site: Site): Promise<Application> {
  const basics = await openBasics(config, site);
  const { db, pool, intervals, providers, supportEmail, alerts, outbox, storage } = basics;
  const { endpoints: identity, passwordAttempts, tokens } = await openIdentities(basics);
  const production = await openProduction(basics);
  const { models, episodeTools, queue, salesGate, circuits, worker, instance } = production;
  const { endpoints: listening, changeFeed, notifications } = openListening(basics);
  const orders = openOrders({ ...basics, ...production, discounts: openDiscounts({ db }) });
  const operator = openOperatorTools({ ...basics, models, episodeTools });
  const account = openAccount({ ...basics, passwordAttempts });
  const briefs = openBriefs({
    ...basics,
    salesGate,
    reader: async () => (await episodeTools.current()).briefReader,
  });
  const cap = openCap({ ...basics, ...config });
  const previews = openPreviews({ ...basics, ...production, cap });
  const { voices } = episodeTools;
  const { realSettings } = basics.speakers;
  const samples = openSamples({ db, queue, voices, realSettings });
  const sessions = openSessions(site.database, basics);
  const { podcasts } = listening;
  const web = await openSite({
    dev: site.dev,
    server: site.server,
    publicUrl: basics.publicUrl,
    // As a stranger: a preview shows no more than anyone with the link may see.
    findEpisode: (token) => podcasts.getListenPage(null, token),
    findLines: async (token, count) => (await podcasts.transcript(null, token, count)).segments,
  });

  const { probeStorage: probeStorageEvery } = intervals;
  const probes = {
    ready: openReadiness({ db, storage, queue, worker, instance, probeStorageEvery }),
    metrics: config.metricsToken
      ? openMetrics({ token: config.metricsToken, db, queue, salesGate })
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
    sessions,
    limit: openLimits(pool),
    voices,
    orders,
    payments: basics.payments,
    samples,
    contact: basics,
    admin: { ...basics, ...operator, orders, queue, salesGate },
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
      devMode: basics.devMode,
      standins: config.standins,
      legal: config.legal,
      supportEmail,
    },
    refuseAfter: intervals.refuseAfter,
    origin: config.publicUrl && new URL(config.publicUrl).origin,
    trustProxy: config.trustProxy,
    secure: basics.secure,
    dataDir: config.dataDir,
    hstsSubdomains: config.hstsSubdomains,
    dev: site.dev,
    mediaOrigins: [basics.mediaOrigin],
    scriptOrigins: providers.scriptOrigins,
    identityOrigins: providers.identityOrigins,
  };

  const jobs: PeriodicJob[] = [];
  const onEachInstance = (interval: number, run: Job) => jobs.push(startPeriodicJob(interval, run));
  const onOneInstance = (name: string, interval: number, run: Job) =>
    onEachInstance(interval, (signal) => runUnderLease(db, { name, interval, run }, signal));
  let firstSamples = Promise.resolve();

  return {
    ...(config.role === 'worker' ? createProbes(probes) : createApp(services)),
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
      onEachInstance(intervals.checkProviders, (signal) => operator.checkRuns.tend(signal));
      onEachInstance(intervals.tendModels, (signal) => models.tend(signal));
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
    async close() {
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
      await tokens.close();
      await basics.documents.close();
      await providers.close();
    },
  };
}

type Basics = Awaited<ReturnType<typeof openBasics>>;

/** What all the others are made of: settings, vendors, emails and what they cost. */
async function openBasics(config: Config, site: Site) {
  const { db, pool } = site.database;
  const { supportEmail } = config;
  const intervals = { ...INTERVALS, ...site.intervals };
  const publicUrl = config.publicUrl ?? `http://localhost:${site.port}`;
  const providers = await chooseProviders(config, site.port);
  const storage = s3Storage(providers.s3);
  const mailer = smtpMailer({ ...providers.smtp, replyTo: supportEmail });
  const audio = openFfmpegEngine({ ffmpeg: site.ffmpeg });
  const outbox = openOutbox({
    db,
    mailer,
    host: new URL(publicUrl).hostname,
    operator: { supportEmail, adminUrl: `${publicUrl}/admin` },
    times: { pause: intervals.askMail },
  });
  const prices = openPriceList(config.ownPrices);
  const documents = openDocuments({ localPages: providers.localPages });
  const costs = openCosts({ db, prices, cap: config.spendingCap });
  return {
    config,
    db,
    pool,
    intervals,
    pace: site.pace ?? 1,
    publicUrl,
    secure: publicUrl.startsWith('https:'),
    supportEmail,
    /** Only where nothing real can be harmed: demo accounts, and admins without a verified email. */
    devMode: !config.production && noneReal(config),
    demoWriter: config.standins.includes('OpenAI'),
    secret: await sessionSecret(db, config.sessionSecret),
    providers,
    storage,
    // From a signed link: only the SDK knows the host of a bucket with this name.
    mediaOrigin: new URL(await storage.link('origin', { expiresIn: 60 })).origin,
    mailer,
    payments: paddlePayments(providers.paddle),
    audio,
    speakers: openSpeakers(config, providers, { decode: audio.decode, shares: openShares(db) }),
    moderator: config.openai.moderation
      ? openaiModerator(providers.openai)
      : { moderate: async () => 'allowed' as const },
    outbox,
    alerts: openOperatorAlerts({ outbox, publicUrl, supportEmail }),
    prices,
    costs,
    documents,
    sources: openSources({ db, documents }),
    mayReadUp: async () => config.research !== 'off' && (await isFeatureOn(db, 'research')),
    /** Samples and trials are our own expense, whichever request needed them first. */
    recordOwnPurchase: (purchase: Purchase) => costs.record(null, purchase),
  };
}

/** Registration, sign-in and everything that proves who somebody is. */
async function openIdentities(basics: Basics) {
  const { config, db, secret, secure, devMode } = basics;
  const admins = openAdmins(db, { emails: config.adminEmails, trustUnproven: devMode });
  const emailVerification = openEmailVerification({ ...basics, admins });
  const known = openKnownBrowsers({ secret, secure });
  const passwordAttempts = openPasswordAttempts(basics.pool, known);
  const accounts = openAccounts({ db, emailVerification, admins, passwordAttempts });
  const tokens = firebaseTokens(basics.providers.firebase);
  await admins.grantAllListed();
  return {
    endpoints: {
      accounts,
      identity: openIdentity({ accounts, known, sources: basics.sources }),
      passwordResets: openPasswordResets({ ...basics, admins }),
      google: openGoogle({
        ...basics,
        check: tokens,
        emailVerification,
        admins,
        revokeSessionlessAccess,
      }),
      emailVerification,
      demo: devMode ? openDemo(db) : null,
    },
    passwordAttempts,
    tokens,
  };
}

/** What listeners and owners do with episodes. */
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

/** Writer, narrator and voices for each set of models, and which set is sold now. */
function openModelTools(basics: Basics) {
  const { config, db, speakers, providers, audio, recordOwnPurchase } = basics;
  const models = openModels({
    db,
    wanted: config.models,
    abilities: askAbilities(openaiModels(providers.openai), speakers.account),
    settingsOf: speakers.settingsOf,
  });
  const rateLimiter = openRateLimiter(db);
  const episodeTools = openEpisodeTools((set) => {
    const [first, ...others] = speakers.narrators(set);
    const open = (own: ProbedNarrator) => {
      const narrator = noteRefusals(own, basics);
      const metered = meteredNarrator(narrator, recordOwnPurchase);
      // Voices of an account differ in what its plan covers; those of a server are all its own.
      const onlyWithSample = own.provider === 'ElevenLabs' && config.elevenlabs.account !== null;
      return { narrator, voices: openVoices({ ...basics, narrator: metered, onlyWithSample }) };
    };
    const speaking = [open(first), ...others.map(open)] as const;
    const narrators = speaking.map(({ narrator }) => narrator);
    const voices = joinCatalogues(speaking);
    const script = { model: set.script, ...providers.openai };
    return {
      writer: openaiWriter({ ...script, rateLimiter }),
      unlimitedWriter: openaiWriter(script),
      briefReader: openaiBriefReader({ ...script, rateLimiter }),
      webSearch: config.research === 'web' ? openaiWebSearch(script) : null,
      narrators,
      narratorOf: (voiceId: string) => narratorOf(narrators, voiceId),
      voices,
      async sample(voiceId: string, name: string, signal: AbortSignal) {
        const { clip, text } = await voices.sample(voiceId, name, signal);
        return { clip: audio.prepare(clip), characters: text.length };
      },
    };
  }, models.current);
  return { models, episodeTools, voices: episodeTools.voices };
}

/** The worker that makes episodes, and what decides whether one can be sold and made. */
async function openProduction(basics: Basics) {
  const { config, db, payments, storage, providers, recordOwnPurchase } = basics;
  const { models, episodeTools, voices } = openModelTools(basics);
  const queue = await openQueue(basics.pool);
  const finish = openFinish(basics);
  const salesGate = openSalesGate(basics);
  const probeOf = (provider: SpeechProvider) => async (signal: AbortSignal) => {
    const { narrators } = await episodeTools.current();
    await narrators.find((narrator) => narrator.provider === provider)?.probe(signal);
  };
  const circuits = openCircuitBreakers({
    ...basics,
    probes: {
      OpenAI: openaiProbe({ ...providers.openai, moderation: config.openai.moderation }),
      ElevenLabs: probeOf('ElevenLabs'),
      'Speech server': probeOf('Speech server'),
      S3: () => storage.put('probe', Buffer.from('Written to see whether it can be'), 'text/plain'),
    },
    trials: openTrials(async () => {
      const { unlimitedWriter, narrators } = await episodeTools.current();
      return {
        writer: meteredWriter(unlimitedWriter, recordOwnPurchase),
        narrators: narrators.map((narrator) => meteredNarrator(narrator, recordOwnPurchase)),
        voices,
        payments,
      };
    }),
  });
  const tools = {
    ...basics,
    episodeLog: openEpisodeLog(db),
    previewWishes: openPreviewWishes(db),
    adoptPreview: (podcastId: number) => db.transaction((tx) => adoptPreview(tx, podcastId)),
    encyclopedia: encyclopediaOf(basics),
    readingTime: READING_TIME,
    researchLog: openResearchLog(db),
    brought: (ids: string[]) => broughtDocuments(db, ids),
    earlierEpisodes: (podcast: PodcastRow) => earlierEpisodes(db, podcast),
    earlierLines: (podcast: PodcastRow) => earlierLines(db, podcast),
    finish,
    salesGate,
    circuits,
    checkMachine: () => worker.check(),
  };
  const instance = openInstance(db);
  const worker = openWorker({
    queue,
    audio: basics.audio,
    instance,
    async produce(podcastId: number, signal: AbortSignal) {
      const ofModels = episodeTools.of(await models.of(podcastId));
      return runEpisode(podcastId, { ...tools, ...ofModels }, signal);
    },
  });
  return { models, episodeTools, voices, queue, finish, salesGate, circuits, worker, instance };
}

/** Wikipedia, or the wiki of the stand-ins beside their search. */
function encyclopediaOf({ config, providers, publicUrl, supportEmail }: Basics) {
  if (config.research === 'off') return null;
  const isStandin = config.research === 'web' && providers.wiki !== null;
  return openMediawiki({
    url: isStandin ? String(providers.wiki) : WIKIPEDIA,
    userAgent: `Duologue/1.0 (${publicUrl}; ${supportEmail})`,
  });
}
const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';

type ModelTools = Pick<ReturnType<typeof openModelTools>, 'models' | 'episodeTools'>;

/** What only the operator sees: checks of the providers, newer models, and credits. */
function openOperatorTools(basics: Basics & ModelTools) {
  const { config, models, episodeTools, prices, recordOwnPurchase } = basics;
  const checkSettings = {
    ...basics,
    accounts: basics.providers,
    decode: basics.audio.decode,
    models: models.current,
    onBought: (purchase: Purchase) => void recordOwnPurchase(purchase),
  };
  return {
    checkRuns: openCheckRuns({
      ...basics,
      entries: checksOf(checkSettings),
      veil: redactionOf(checkSettings),
      terms: async () => termsOf(await models.current(), config, prices),
      atStart: config.production,
    }),
    offer: openOffer({
      ...basics,
      countVoices: async (set) => (await episodeTools.of(set).voices.list()).length,
      tryScript: (set, signal) =>
        tryWriting(meteredWriter(episodeTools.of(set).unlimitedWriter, recordOwnPurchase), signal),
    }),
    credits: openCreditWatch({ ...basics, account: basics.speakers.account }),
  };
}

/** PostgreSQL does not count: there is no money or account to harm in a database of one's own. */
function noneReal(config: Config): boolean {
  return Object.keys(providerNames).every(
    (name) => name === 'PostgreSQL' || config.standins.some((standin) => standin === name),
  );
}
