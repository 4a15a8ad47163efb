import { openFfmpegEngine } from './audio/ffmpegEngine.ts';
import { openSigner } from './auth/signer.ts';
import { openCircuitBreakers } from './availability/circuitBreakers.ts';
import { openOperatorAlerts } from './availability/operatorAlerts.ts';
import { openSalesGate } from './availability/salesGate.ts';
import { openTrials } from './availability/trials.ts';
import type { Config } from './config.ts';
import { openCosts } from './costs/costs.ts';
import { meteredNarrator, meteredWriter } from './costs/meter.ts';
import { openPriceList } from './costs/priceList.ts';
import type { Purchase } from './costs/prices.ts';
import { isFeatureOn } from './db/featureSwitches.ts';
import type { Database } from './db/open.ts';
import { smtpMailer } from './email/smtp.ts';
import { openEpisodeTools } from './episodeTools.ts';
import { sessionSecret } from './http/session.ts';
import { askAbilities } from './models/abilities.ts';
import { openModels } from './models/models.ts';
import { openOutbox } from './outbox/outbox.ts';
import { noPayments } from './payments/none.ts';
import { paddlePayments } from './payments/paddle.ts';
import { earlierEpisodes } from './podcasts/earlierEpisodes.ts';
import { earlierLines } from './podcasts/earlierLines.ts';
import { openEpisodeLog } from './podcasts/episodeLog.ts';
import { openFinish } from './podcasts/finish.ts';
import type { PodcastRow } from './podcasts/lease.ts';
import { openResearchLog } from './podcasts/researchLog.ts';
import { adoptPreview } from './previews/adopt.ts';
import { openPreviewWishes } from './previews/wishes.ts';
import { openShares } from './production/concurrencyShares.ts';
import type { ProductionTools } from './production/episodeRun.ts';
import { openRateLimiter } from './production/rateLimiter.ts';
import { runEpisode } from './production/runEpisode.ts';
import { chooseProviders } from './providers.ts';
import { openDocuments } from './research/documents.ts';
import { openMediawiki } from './research/mediawiki.ts';
import { openaiWebSearch } from './research/webSearch.ts';
import {
  openaiBriefReader,
  openaiModels,
  openaiModerator,
  openaiProbe,
  openaiWriter,
} from './script/openai.ts';
import { openSoundStorage } from './soundStorage.ts';
import { openArticleSearch } from './sources/articleSearch.ts';
import { broughtDocuments } from './sources/brought.ts';
import { openSources } from './sources/sources.ts';
import { openSpeakers } from './speakers.ts';
import { narratorOf } from './speech/narratorOf.ts';
import type { ProbedNarrator, SpeechProvider } from './speech/speech.ts';
import { openVoices } from './voices/catalogue.ts';
import { joinCatalogues } from './voices/joinCatalogues.ts';
import { noteRefusals } from './voices/noteRefusals.ts';

/** What it takes to make episodes: nothing that sells them, shows them or sends emails by itself. */
interface ProductionOptions {
  /** Where stand-ins are mounted. */
  port: number;
  database: Database;
  ffmpeg: string;
  /** Keeps sound in a folder, as a house does, even where a bucket is configured. */
  inFolder?: boolean;
  /**
   * Offers voices of an account that have no sample yet, too: one is bought with the first episode. So it
   * is in a house by itself, where nobody has bought samples beforehand.
   */
  hearsAll?: boolean;
  /** How long a mail server that failed is left alone, ms. */
  askMail: number;
  /** Scales the waits for failing providers, for tests; 1 by default. */
  pace?: number;
}

export type Basics = Awaited<ReturnType<typeof openBasics>>;
export type Production = ReturnType<typeof openProduction>;

/** How long an episode is read up on before it is planned, ms. */
const READING_TIME = 24_000;

/** Opens production for a server and for a command: every provider as it is configured. */
export async function composeProduction(config: Config, options: ProductionOptions) {
  const basics = await openBasics(config, options);
  return { basics, production: openProduction(basics) };
}

async function openBasics(config: Config, options: ProductionOptions) {
  const { db, pool } = options.database;
  const { supportEmail } = config;
  const publicUrl = config.publicUrl ?? `http://localhost:${options.port}`;
  const providers = await chooseProviders(config, options.port);
  const secret = await sessionSecret(db, config.sessionSecret);
  const sound = await openSoundStorage({
    s3: options.inFolder ? null : providers.s3,
    dataDir: config.dataDir,
    signer: openSigner(secret, 'stored file'),
  });
  const mailer = providers.smtp && smtpMailer({ ...providers.smtp, replyTo: supportEmail });
  const audio = openFfmpegEngine({ ffmpeg: options.ffmpeg });
  const outbox = openOutbox({
    db,
    mailer,
    host: new URL(publicUrl).hostname,
    operator: { publicUrl, supportEmail },
    times: { pause: options.askMail },
  });
  const prices = openPriceList(config.ownPrices);
  const documents = openDocuments({ localPages: providers.localPages });
  const demoWriter = config.standins.includes('OpenAI');
  // The wiki of the stand-ins is beside their search.
  const isStandin = config.research === 'web' && providers.wiki !== null;
  const wiki = {
    url: isStandin ? String(providers.wiki) : WIKIPEDIA,
    userAgent: `Duologue/1.0 (${[publicUrl, supportEmail].filter(Boolean).join('; ')})`,
  };
  const costs = openCosts({ db, prices, cap: config.spendingCap });
  const moderator = config.openai.moderation
    ? openaiModerator(providers.openai)
    : {
        moderate: async () => 'allowed' as const,
        moderateEach: async (texts: string[]) => texts.map(() => 'allowed' as const),
      };
  return {
    config,
    db,
    pool,
    pace: options.pace ?? 1,
    hearsAll: options.hearsAll ?? config.house !== null,
    publicUrl,
    supportEmail,
    sells: config.house === null,
    demoWriter,
    secret,
    providers,
    ...sound,
    mailer,
    payments: providers.paddle ? paddlePayments(providers.paddle) : noPayments,
    audio,
    speakers: openSpeakers(config, providers, { decode: audio.decode, shares: openShares(db) }),
    moderator,
    outbox,
    alerts: openOperatorAlerts({ outbox, publicUrl, supportEmail }),
    prices,
    costs,
    documents,
    sources: openSources({ db, documents, moderator }),
    encyclopedia: config.research === 'off' ? null : openMediawiki(wiki),
    findArticle: openArticleSearch(demoWriter ? openMediawiki({ ...wiki, most: 1 }) : null),
    mayReadTopics: () => isFeatureOn(db, 'briefs'),
    mayReadUp: async () => config.research !== 'off' && (await isFeatureOn(db, 'research')),
    /** Samples and trials are our own expense, whichever request needed them first. */
    recordOwnPurchase: (purchase: Purchase) => costs.record(null, purchase),
  };
}

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
      const onlyWithSample =
        !basics.hearsAll && own.provider === 'ElevenLabs' && config.elevenlabs.account !== null;
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

function openProduction(basics: Basics) {
  const { config, db, payments, storage, providers, recordOwnPurchase } = basics;
  const { models, episodeTools, voices } = openModelTools(basics);
  const finish = openFinish(basics);
  const salesGate = openSalesGate(basics);
  const probeOf = (provider: SpeechProvider) => async (signal: AbortSignal) => {
    const { narrators } = await episodeTools.current();
    await narrators.find((narrator) => narrator.provider === provider)?.probe(signal);
  };
  const probeStorage = () =>
    storage.put('probe', Buffer.from('Written to see whether it can be'), 'text/plain');
  const circuits = openCircuitBreakers({
    ...basics,
    probes: {
      OpenAI: openaiProbe({ ...providers.openai, moderation: config.openai.moderation }),
      ElevenLabs: probeOf('ElevenLabs'),
      'Speech server': probeOf('Speech server'),
      S3: probeStorage,
      Folder: probeStorage,
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
    readingTime: READING_TIME,
    researchLog: openResearchLog(db),
    brought: (ids: string[]) => broughtDocuments(db, ids),
    earlierEpisodes: (podcast: PodcastRow) => earlierEpisodes(db, podcast),
    earlierLines: (podcast: PodcastRow) => earlierLines(db, podcast),
    finish,
    salesGate,
    circuits,
  };

  return {
    models,
    episodeTools,
    voices,
    finish,
    salesGate,
    circuits,
    /** Works on an episode as `runEpisode` does. `own` are tools of the caller. */
    async produce(
      podcastId: number,
      own: Pick<ProductionTools, 'checkMachine'> & Partial<ProductionTools>,
      signal: AbortSignal,
    ): Promise<void> {
      const ofModels = episodeTools.of(await models.of(podcastId));
      await runEpisode(podcastId, { ...tools, ...ofModels, ...own }, signal);
    },
  };
}

const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';
