import type { Server } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Express } from 'express';
import { createApp } from './app.ts';
import { openDesk } from './audio/desk.ts';
import { openAccounts } from './auth/accounts.ts';
import { openIdentity } from './auth/passport.ts';
import { openResets } from './auth/resets.ts';
import type { Config } from './config.ts';
import { openContact } from './contact/contact.ts';
import type { Database } from './db/open.ts';
import { openDiscounts } from './discounts/discounts.ts';
import { openLimits } from './http/limits.ts';
import { openSessions } from './http/session.ts';
import { openSite } from './http/site.ts';
import { log } from './log.ts';
import { smtpMailer } from './mail/smtp.ts';
import { openOrders } from './orders/orders.ts';
import { openOutbox } from './outbox/outbox.ts';
import { paddlePayments } from './payments/paddle.ts';
import { openFinish } from './podcasts/finish.ts';
import { openLedger } from './podcasts/ledger.ts';
import { openPodcasts } from './podcasts/podcasts.ts';
import { removeOldClips } from './podcasts/retention.ts';
import { openQueue } from './production/queue.ts';
import { run } from './production/run.ts';
import { sweepScratch } from './production/scratch.ts';
import { openaiModerator, openaiWriter } from './script/openai.ts';
import { elevenlabsNarrator } from './speech/elevenlabs.ts';
import { chooseProviders } from './standins/choose.ts';
import { s3Storage } from './storage/s3.ts';
import { openVoices } from './voices/catalogue.ts';

export interface House {
  app: Express;
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
}

/** How often late webhooks and expired orders are looked for, and unsent letters, ms. */
const RECONCILE_EVERY = 20_000;
const DELIVER_EVERY = 5_000;
/** How often clips that no episode needs any more are removed, ms. */
const TIDY_EVERY = 60 * 60 * 1000;

/** The only place that knows vendors: each provider real where it is configured, else a stand-in. */
export async function compose(config: Config, site: Site): Promise<House> {
  const { db, pool } = site.database;
  const publicUrl = config.publicUrl ?? `http://localhost:${site.port}`;
  const providers = await chooseProviders(config, site.port);

  const storage = s3Storage(providers.s3);
  const mailer = smtpMailer(providers.smtp);
  const payments = paddlePayments(providers.paddle);
  const narrator = elevenlabsNarrator({ ...config.elevenlabs, ...providers.elevenlabs });
  const writer = openaiWriter({ model: config.openai.model, ...providers.openai });
  const moderator = config.openai.moderation
    ? openaiModerator(providers.openai)
    : { allows: async () => true };
  const desk = openDesk({ ffmpeg: site.ffmpeg });

  const accounts = openAccounts(db, {
    adminEmails: config.adminEmails,
    trustUnproven: config.standins.length > 0 && !config.production,
  });
  const outbox = openOutbox({ db, mailer, host: new URL(publicUrl).hostname });
  const resets = openResets({ db, outbox, publicUrl, supportEmail: config.supportEmail });
  const voices = openVoices({ db, narrator, storage, desk });
  const queue = await openQueue(pool);
  const discounts = openDiscounts({ db });
  const orders = openOrders({ db, payments, discounts, moderator, voices, queue });
  const podcasts = openPodcasts(db);
  const ledger = openLedger(db);
  const { supportEmail } = config;
  const finish = openFinish({ db, outbox, publicUrl, supportEmail });
  const contact = openContact({ db, outbox, supportEmail });

  const secure = publicUrl.startsWith('https:');
  const sessions = await openSessions(site.database, { secret: config.sessionSecret, secure });
  const web = await openSite({ dev: site.dev, server: site.server });

  const app = createApp({
    accounts,
    identity: openIdentity(accounts),
    resets,
    sessions,
    limit: openLimits(pool),
    voices,
    orders,
    payments,
    podcasts,
    contact,
    storage,
    site: web.handler,
    standins: providers.router,
    clientConfig: {
      paddle: {
        clientToken: providers.paddle.clientToken,
        environment: providers.paddle.environment,
        script: providers.paddle.script,
      },
      standins: config.standins,
      legal: config.legal,
      supportEmail,
    },
    trustProxy: config.trustProxy,
    secure,
    dev: site.dev,
    mediaOrigins: providers.mediaOrigins,
    scriptOrigins: providers.scriptOrigins,
    ready: () => db.execute(sql`select 1`),
  });

  async function sample(voiceId: string, signal: AbortSignal) {
    const { clip, text } = await voices.sample(voiceId, signal);
    return { clip: desk.prepare(clip), characters: text.length };
  }
  const studio = { writer, narrator, storage, desk, ledger, finish, sample, outbox };
  const errands: { stop(): Promise<void> }[] = [];

  return {
    app,
    async work() {
      await providers.announce(`http://127.0.0.1:${site.port}/api/webhooks/paddle`);
      await sweepScratch();
      await queue.work((podcastId, signal) => run(podcastId, studio, signal));
      errands.push(every(RECONCILE_EVERY, () => orders.reconcile()));
      errands.push(every(DELIVER_EVERY, () => outbox.deliver()));
      errands.push(every(TIDY_EVERY, () => removeOldClips(db, storage)));
    },
    async close() {
      for (const errand of errands) await errand.stop();
      await queue.stop();
      sessions.close();
      await web.close();
      await providers.close();
    },
  };
}

/** Runs an errand again and again, never twice at once; one that fails is logged and tried next time. */
function every(milliseconds: number, errand: () => Promise<unknown>) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  function begin(): void {
    running = errand()
      .catch((error) => log.error({ err: error }, 'an errand failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(begin, milliseconds);
      });
  }
  begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
