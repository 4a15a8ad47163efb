import { isFeatureOn } from '../base/db/featureSwitches.ts';
import type { Database } from '../base/db/openDatabase.ts';
import { sessionSecret } from '../base/http/session.ts';
import { openFinish } from '../episodes/delivery/finish.ts';
import { earlierEpisodes } from '../episodes/log/earlierEpisodes.ts';
import { earlierLines } from '../episodes/log/earlierLines.ts';
import { openEpisodeLog } from '../episodes/log/episodeLog.ts';
import type { PodcastRow } from '../episodes/log/lease.ts';
import { openResearchLog } from '../episodes/log/researchLog.ts';
import { adoptPreview } from '../episodes/previews/adopt.ts';
import { openPreviewLog } from '../episodes/previews/previewLog.ts';
import { openArticleSearch } from '../episodes/sources/articleSearch.ts';
import { loadAttachments } from '../episodes/sources/loadAttachments.ts';
import { openSources } from '../episodes/sources/sources.ts';
import { smtpMailer } from '../mail/email/smtpMailer.ts';
import { openOutbox } from '../mail/outbox/outbox.ts';
import { noPayments } from '../orders/paddle/none.ts';
import { paddlePayments } from '../orders/paddle/paddlePayments.ts';
import { openSigner } from '../people/auth/signer.ts';
import { openShares } from '../production/run/concurrencyShares.ts';
import type { ProductionTools } from '../production/run/episodeRun.ts';
import { openRateLimiter } from '../production/run/rateLimiter.ts';
import { runEpisode } from '../production/runEpisode.ts';
import { openDocuments } from '../reading/web/documents.ts';
import { openMediawiki } from '../reading/web/mediawiki.ts';
import { openaiWebSearch } from '../reading/web/webSearch.ts';
import { openFfmpegEngine } from '../sound/mix/ffmpegEngine.ts';
import { narratorOf } from '../sound/speech/narratorOf.ts';
import type { ProbedNarrator } from '../sound/speech/speech.ts';
import { openCircuitBreakers } from '../supply/availability/circuitBreakers.ts';
import { openOperatorAlerts } from '../supply/availability/operatorAlerts.ts';
import { openQuestions } from '../supply/availability/questions.ts';
import { openSalesGate } from '../supply/availability/salesGate.ts';
import type { Config } from '../supply/config/config.ts';
import { meteredNarrator } from '../supply/costs/costMeter.ts';
import { openCosts } from '../supply/costs/costs.ts';
import { openPriceList } from '../supply/costs/priceList.ts';
import type { Purchase } from '../supply/costs/prices.ts';
import { openModels } from '../supply/scriptModels/scriptModels.ts';
import { openVoices } from '../supply/voices/catalogue.ts';
import { joinCatalogues } from '../supply/voices/joinCatalogues.ts';
import { noteRefusals } from '../supply/voices/noteRefusals.ts';
import {
  openaiBriefReader,
  openaiModerator,
  openaiProbe,
  openaiWriter,
} from '../writing/writer/openaiWriter.ts';
import { openEpisodeTools } from './episodeTools.ts';
import { chooseProviders } from './providers.ts';
import { openSoundStorage } from './soundStorage.ts';
import { openSpeakers } from './speakers.ts';

/** Whatever makes episodes, and nothing that sells them, shows them or sends emails by itself. */
interface ProductionOptions {
  port: number;
  database: Database;
  ffmpeg: string;
  /** Keeps sound in a folder even where a bucket is configured. */
  inFolder?: boolean;
  /** Offers voices without a sample, too: the first episode buys one. The default in a house. */
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
    speech: speakers.account,
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
  const { config, db, providers } = basics;
  const { models, episodeTools, voices } = openModelTools(basics);
  const finish = openFinish(basics);
  const salesGate = openSalesGate(basics);
  const { moderation } = config.openai;
  const circuits = openCircuitBreakers({
    ...basics,
    questions: openQuestions({
      ...basics,
      current: episodeTools.current,
      probeScript: openaiProbe({ ...providers.openai, moderation }),
    }),
  });
  const tools = {
    ...basics,
    episodeLog: openEpisodeLog(db),
    previewLog: openPreviewLog(db),
    adoptPreview: (podcastId: number) => db.transaction((tx) => adoptPreview(tx, podcastId)),
    readingTime: READING_TIME,
    researchLog: openResearchLog(db),
    loadAttachments: (ids: string[]) => loadAttachments(db, ids),
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
    /** `own` replaces tools of the same name. */
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
