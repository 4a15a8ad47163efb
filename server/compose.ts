import type { Server } from 'node:http';
import type { Express } from 'express';
import { openAccount } from './account/account.ts';
import { endLeftovers } from './account/leftovers.ts';
import { openAdmin } from './admin/admin.ts';
import { createApp, createProbes, type Rooms } from './app.ts';
import { openDesk } from './audio/desk.ts';
import { openAccounts } from './auth/accounts.ts';
import { openAdmins } from './auth/admins.ts';
import { openDemo } from './auth/demo.ts';
import { firebaseTokens } from './auth/firebase.ts';
import { openGoogle } from './auth/google.ts';
import { openGuesses } from './auth/guesses.ts';
import { openKnownBrowsers } from './auth/known.ts';
import { openIdentity } from './auth/passport.ts';
import { openProofs } from './auth/proofs.ts';
import { openResets } from './auth/resets.ts';
import { checksOf, veilOf } from './checks/checks.ts';
import { openInspector } from './checks/inspector.ts';
import { termsOf } from './checks/price.ts';
import { type Config, providers as providerNames } from './config.ts';
import { openContact } from './contact/contact.ts';
import { openCosts } from './costs/costs.ts';
import { meteredNarrator, meteredWriter } from './costs/meter.ts';
import { openPriceList } from './costs/priceList.ts';
import type { Purchase } from './costs/prices.ts';
import { openNotices } from './db/notices.ts';
import type { Database } from './db/open.ts';
import { openDiscounts } from './discounts/discounts.ts';
import { openFeeds } from './feeds/feeds.ts';
import { openReadiness } from './health/readiness.ts';
import { forgetCounts, openLimits } from './http/limits.ts';
import { openSessions, sessionSecret } from './http/session.ts';
import { openSite } from './http/site.ts';
import { openKits } from './kits.ts';
import { log } from './log.ts';
import { smtpMailer } from './mail/smtp.ts';
import { openMetrics } from './metrics/metrics.ts';
import { askAbilities } from './models/abilities.ts';
import { openModels } from './models/models.ts';
import { openOffer } from './models/offer.ts';
import { openOrders } from './orders/orders.ts';
import { openOutbox } from './outbox/outbox.ts';
import { paddlePayments } from './payments/paddle.ts';
import { openEvents } from './podcasts/events.ts';
import { openFinish } from './podcasts/finish.ts';
import { openLedger } from './podcasts/ledger.ts';
import { removeOldParts } from './podcasts/parts.ts';
import { openPodcasts } from './podcasts/podcasts.ts';
import { openReports } from './podcasts/reports.ts';
import { removeOldClips } from './podcasts/retention.ts';
import { openShelf } from './podcasts/shelf.ts';
import { openWatch } from './podcasts/watch.ts';
import { warnOfLate } from './production/late.ts';
import { openQueue } from './production/queue.ts';
import { run } from './production/run.ts';
import { openShares } from './production/shares.ts';
import { openThrottle } from './production/throttle.ts';
import { openWorker } from './production/worker.ts';
import { openSamples } from './samples/samples.ts';
import { sweepScratch } from './scratch.ts';
import { openaiModels, openaiModerator, openaiProbe, openaiWriter } from './script/openai.ts';
import { tryWriting } from './script/trial.ts';
import { loadElevenlabs, openElevenlabs } from './speech/elevenlabs.ts';
import { chooseProviders } from './standins/choose.ts';
import { s3Storage } from './storage/s3.ts';
import { openAlarm } from './till/alarm.ts';
import { openCircuits } from './till/circuits.ts';
import { openCreditWatch } from './till/credits.ts';
import { openInstance } from './till/instances.ts';
import { openTill } from './till/till.ts';
import { openTrials } from './till/trials.ts';
import { openVoices } from './voices/catalogue.ts';
import { announceEnds } from './voices/ends.ts';
import { noteRefusals } from './voices/refusals.ts';

export interface House {
  app: Express;
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

/** How often the periodic jobs run, ms. */
const INTERVALS = {
  /** Looks for late webhooks, expired orders and late episodes. */
  reconcile: 20_000,
  /** Sends the letters that are due. */
  deliver: 5_000,
  /** Looks for episodes that nobody works on: a part of how long a crash is felt. */
  recover: 2_000,
  /** Removes clips, parts and counts that nobody needs any more. */
  tidy: 60 * 60 * 1000,
  /** Looks after what is known against providers; one that is away is probed in its own time. */
  tendCircuits: 1_000,
  /** Looks which voices are about to end. */
  lookAtVoices: 24 * 60 * 60 * 1000,
  /** Looks whether it is time to ask the accounts what they could do, and what they have left. */
  askAccounts: 10_000,
  /** Tries whether this machine can make episodes. */
  checkMachine: 10_000,
  /** Looks whether somebody wishes for a check of the providers. */
  checkProviders: 2_000,
  /** Holds back the answer to who tries too many passwords. */
  refuseAfter: 1000,
  /** Asks a mail server again that failed; the letters wait no longer for it than that. */
  askMail: 20_000,
  /** Looks at the bucket for `/readyz`. Rarely: each look is a call that is billed. */
  probeStorage: 10_000,
};

/** The only place that knows vendors: each provider real where it is configured, else a stand-in. */
export async function compose(config: Config, site: Site): Promise<House> {
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
  const desk = openDesk({ ffmpeg: site.ffmpeg });
  const elevenlabs = openElevenlabs({
    ...providers.elevenlabs,
    concurrency: config.elevenlabs.concurrency,
    decode: desk.decode,
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
    : { judge: async () => 'allowed' as const };

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
  const alarm = openAlarm({ outbox, publicUrl, supportEmail });
  const admins = openAdmins(db, { emails: config.adminEmails, trustUnproven: devMode });
  const proofs = openProofs({ db, outbox, admins, secret, publicUrl, supportEmail });
  const known = openKnownBrowsers({ secret, secure });
  const guesses = openGuesses(pool, known);
  const accounts = openAccounts({ db, proofs, admins, guesses });
  const resets = openResets({ db, outbox, admins, publicUrl, supportEmail });
  const tokens = firebaseTokens(providers.firebase);
  const google = openGoogle({
    db,
    check: tokens,
    proofs,
    admins,
    outbox,
    supportEmail,
    endLeftovers,
  });
  await admins.appointAll();
  const prices = openPriceList(config.ownPrices);
  const costs = openCosts({ db, prices, cap: config.spendingCap });
  // A sample and a trial are bought for the house, whoever asks for them first.
  const forHouse = (purchase: Purchase) => costs.record(null, purchase);
  const throttle = openThrottle(db);
  const onlyHeard = config.elevenlabs.account !== null;
  const kits = openKits((set) => {
    const narrator = noteRefusals(elevenlabs.narrator(set), { db, alarm });
    const ours = meteredNarrator(narrator, forHouse);
    const voices = openVoices({ db, narrator: ours, storage, desk, onlyHeard });
    const script = { model: set.script, ...providers.openai };
    return {
      writer: openaiWriter({ ...script, throttle }),
      hasty: openaiWriter(script),
      narrator,
      voices,
      async sample(voiceId: string, name: string, signal: AbortSignal) {
        const { clip, text } = await voices.sample(voiceId, name, signal);
        return { clip: desk.prepare(clip), characters: text.length };
      },
    };
  }, models.current);
  const { voices } = kits;
  const queue = await openQueue(pool);
  const discounts = openDiscounts({ db });
  const podcasts = openPodcasts(db);
  const watch = openWatch(podcasts.look);
  const notices = openNotices(pool, 'podcast_changed', watch);
  const events = openEvents(watch);
  const reports = openReports({ db, outbox, podcasts, publicUrl, supportEmail });
  const shelf = openShelf({ db, storage, outbox, publicUrl, supportEmail });
  const feeds = openFeeds({ db, secret, publicUrl, supportEmail });
  const realSettings = config.elevenlabs.account && elevenlabs.host;
  const samples = openSamples({ db, queue, voices, realSettings });
  const ledger = openLedger(db);
  const finish = openFinish({ db, outbox, publicUrl, supportEmail });
  const till = openTill({ db, costs, alarm });
  const instance = openInstance(db);
  const circuits = openCircuits({
    db,
    alarm,
    pace,
    probes: {
      OpenAI: openaiProbe({ ...providers.openai, moderation: config.openai.moderation }),
      ElevenLabs: async (signal) => (await kits.current()).narrator.probe(signal),
      S3: () => storage.put('probe', Buffer.from('Written to see whether it can be'), 'text/plain'),
    },
    trials: openTrials(async () => {
      const { hasty, narrator } = await kits.current();
      return {
        writer: meteredWriter(hasty, forHouse),
        narrator: meteredNarrator(narrator, forHouse),
        voices,
        payments,
      };
    }),
  });
  const orders = openOrders({
    db,
    till,
    circuits,
    alarm,
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
    decode: desk.decode,
    models: models.current,
    onBought: (purchase: Purchase) => void costs.record(null, purchase),
  };
  const inspector = openInspector({
    db,
    entries: checksOf(checkSettings),
    veil: veilOf(checkSettings),
    costs,
    terms: async () => termsOf(await models.current(), config, prices),
    atStart: config.production,
  });
  const offer = openOffer({
    db,
    models,
    prices,
    countVoices: async (set) => (await kits.of(set).voices.list()).length,
    tryScript: (set, signal) => tryWriting(meteredWriter(kits.of(set).hasty, forHouse), signal),
  });
  const credits = openCreditWatch({ db, account: elevenlabs, models, alarm });
  const metrics = config.metricsToken
    ? openMetrics({ token: config.metricsToken, db, queue, till })
    : null;
  const account = openAccount({ db, storage, outbox, guesses, supportEmail });
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

  const studio = {
    moderator,
    storage,
    desk,
    ledger,
    finish,
    outbox,
    till,
    costs,
    circuits,
    checkMachine: () => worker.check(),
    pace,
  };
  const worker = openWorker({
    queue,
    desk,
    instance,
    async produce(podcastId: number, signal: AbortSignal) {
      const kit = kits.of(await models.of(podcastId));
      return run(podcastId, { ...studio, ...kit }, signal);
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
  const rooms: Rooms = {
    ...probes,
    accounts,
    identity: openIdentity(accounts, known),
    resets,
    google,
    proofs,
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
    shelf,
    feeds,
    samples,
    contact,
    admin: openAdmin({ db, orders, queue, till, costs, inspector, offer, credits }),
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

  async function lookAtVoices() {
    await announceEnds((await kits.current()).narrator, { db, alarm });
  }

  const errands: { stop(): Promise<void> }[] = [];
  let firstSamples = Promise.resolve();

  return {
    app: config.role === 'worker' ? createProbes(probes) : createApp(rooms),
    async load() {
      await loadElevenlabs();
    },
    async work() {
      if (config.role !== 'worker') {
        await providers.announce(`http://127.0.0.1:${site.port}/api/webhooks/paddle`);
      }
      if (config.role === 'web') return;
      await sweepScratch();
      errands.push(every(intervals.checkMachine, () => worker.check()));
      errands.push(every(intervals.tendCircuits, () => circuits.tend()));
      errands.push(every(intervals.reconcile, () => orders.reconcile()));
      errands.push(every(intervals.recover, () => queue.recover()));
      errands.push(every(intervals.reconcile, () => warnOfLate({ db, alarm })));
      errands.push(every(intervals.askAccounts, (signal) => models.tend(signal)));
      errands.push(every(intervals.askAccounts, (signal) => credits.tend(signal)));
      errands.push(every(intervals.lookAtVoices, lookAtVoices));
      errands.push(every(intervals.deliver, () => outbox.deliver()));
      errands.push(every(intervals.tidy, (signal) => removeOldClips(db, storage, signal)));
      errands.push(every(intervals.tidy, (signal) => shelf.tidy(signal)));
      errands.push(every(intervals.tidy, (signal) => removeOldParts(db, storage, signal)));
      errands.push(every(intervals.tidy, () => account.tidy()));
      errands.push(every(intervals.tidy, () => forgetCounts(db)));
      errands.push(every(intervals.checkProviders, (signal) => inspector.tend(signal)));
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
      // Beside each other: an errand may wait long for a provider, and jobs are handed back meanwhile.
      await Promise.all([
        queue.stop(),
        outbox.close(),
        firstSamples,
        ...errands.map((errand) => errand.stop()),
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

/**
 * Runs an errand again and again, never twice at once; one that fails is logged and tried next time.
 * A long one is told by its signal when to come to an end.
 */
function every(milliseconds: number, errand: (signal: AbortSignal) => Promise<unknown>) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  function begin(): void {
    running = errand(stopping.signal)
      .catch((error) => log.error({ err: error }, 'an errand failed'))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, milliseconds);
      });
  }
  begin();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
