import { isFeatureOn } from '../base/db/featureSwitches.ts';
import type { Database } from '../base/db/openDatabase.ts';
import { sessionSecret } from '../base/http/session.ts';
import { smtpMailer } from '../mail/email/smtpMailer.ts';
import { openOutbox } from '../mail/outbox/outbox.ts';
import { paddlePayments } from '../orders/paddle/paddlePayments.ts';
import { noPayments } from '../orders/paddle/payments.ts';
import { openSigner } from '../people/auth/signer.ts';
import { openShares } from '../production/run/concurrencyShares.ts';
import { openDocuments } from '../reading/web/documents.ts';
import { openMediawiki } from '../reading/web/mediawiki.ts';
import { openFfmpegEngine } from '../sound/mix/ffmpegEngine.ts';
import { openOperatorAlerts } from '../supply/availability/operatorAlerts.ts';
import type { Config } from '../supply/config/config.ts';
import { openCosts } from '../supply/costs/costs.ts';
import { openPriceList } from '../supply/costs/priceList.ts';
import type { Purchase } from '../supply/costs/prices.ts';
import { openaiModerator } from '../writing/writer/openaiWriter.ts';
import { chooseProviders, openSoundStorage } from './providers.ts';
import { openSpeakers } from './speakers.ts';

export interface BasicOptions {
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

const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';

/** What everything else is made with: the database and each provider, real or a stand-in. */
export async function openBasics(config: Config, options: BasicOptions) {
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
  const demoWriter = config.standins.includes('OpenAI');
  // The wiki of the stand-ins is beside their search.
  const isStandin = config.research === 'web' && providers.wiki !== null;
  const wiki = {
    url: isStandin ? String(providers.wiki) : WIKIPEDIA,
    userAgent: `Duologue/1.0 (${[publicUrl, supportEmail].filter(Boolean).join('; ')})`,
  };
  const costs = openCosts({ db, prices, cap: config.spendingCap });
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
    moderator: config.openai.moderation ? openaiModerator(providers.openai) : allowingModerator,
    outbox,
    alerts: openOperatorAlerts({ outbox, publicUrl, supportEmail }),
    prices,
    costs,
    documents: openDocuments({ localPages: providers.localPages }),
    encyclopedia: config.research === 'off' ? null : openMediawiki(wiki),
    /** Looks the article on a topic up for the form of the demo. */
    articles: demoWriter ? openMediawiki({ ...wiki, most: 1 }) : null,
    mayReadUp: async () => config.research !== 'off' && (await isFeatureOn(db, 'research')),
    /** Samples and trials are our own expense, whichever request needed them first. */
    recordOwnPurchase: (purchase: Purchase) => costs.record(null, purchase),
  };
}

const allowingModerator = {
  moderate: async () => 'allowed' as const,
  moderateEach: async (texts: string[]) => texts.map(() => 'allowed' as const),
};
