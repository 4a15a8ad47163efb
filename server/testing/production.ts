import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import express from 'express';
import type { z } from 'zod';
import type { Voice } from '#shared/voices.ts';
import type { accountSettings } from '../../standins/accounts.ts';
import { type faultSettings, openFaults } from '../../standins/faults.ts';
import { completionRequest } from '../../standins/openai/wire.ts';
import { openPurchaseLog } from '../../standins/purchaseLog.ts';
import { openStandins } from '../../standins/standins.ts';
import { openSpeakers } from '../app/speakers.ts';
import { podcastLines, podcasts } from '../base/db/tables.ts';
import { s3Storage } from '../base/files/s3Storage.ts';
import { draftPodcast } from '../episodes/log/draftPodcast.ts';
import { openEpisodeLog } from '../episodes/log/episodeLog.ts';
import { openResearchLog } from '../episodes/log/researchLog.ts';
import { openPreviewLog } from '../episodes/previews/previewLog.ts';
import { smtpMailer } from '../mail/email/smtpMailer.ts';
import { openOutbox } from '../mail/outbox/outbox.ts';
import type { ProductionTools } from '../production/run/episodeRun.ts';
import { openRateLimiter } from '../production/run/rateLimiter.ts';
import { runEpisode } from '../production/runEpisode.ts';
import { openDocuments } from '../reading/web/documents.ts';
import { openMediawiki } from '../reading/web/mediawiki.ts';
import type { Encyclopedia, WebSearch } from '../reading/web/research.ts';
import { openaiWebSearch } from '../reading/web/webSearch.ts';
import { openFfmpegEngine } from '../sound/mix/ffmpegEngine.ts';
import { narratorOf } from '../sound/speech/narratorOf.ts';
import type { Narrator, NarratorOptions, ProbedNarrator } from '../sound/speech/speech.ts';
import { openCircuitBreakers } from '../supply/availability/circuitBreakers.ts';
import { openOperatorAlerts } from '../supply/availability/operatorAlerts.ts';
import { openQuestions } from '../supply/availability/questions.ts';
import { openSalesGate } from '../supply/availability/salesGate.ts';
import { readConfig } from '../supply/config/config.ts';
import { openCosts } from '../supply/costs/costs.ts';
import { openPriceList } from '../supply/costs/priceList.ts';
import { overrule } from '../supply/scriptModels/scriptModels.ts';
import { joinCatalogues, openVoices } from '../supply/voices/catalogue.ts';
import { noteRefusals } from '../supply/voices/noteRefusals.ts';
import type { LineModerator } from '../writing/script/scriptWriter.ts';
import { openaiModerator, openaiProbe, openaiWriter } from '../writing/writer/openaiWriter.ts';
import { smallModels } from './builders.ts';
import { plainFaults, withPlainStandins } from './plainStandins.ts';
import { testDatabase } from './postgres.ts';
import { testFfmpeg } from './testFfmpeg.ts';

/** Failures count as an outage after 0.6 s. */
const PACE = 0.02;

type Tools = Pick<ProductionTools, 'onFailure'>;
export type Production = Awaited<ReturnType<typeof openProduction>>;

/**
 * All that production needs, without the product's server. `make` can be repeated. `options`
 * override the product's speech model and output format.
 */
export async function openProduction({
  withSpeechServer = false,
  ...options
}: Partial<NarratorOptions> & { withSpeechServer?: boolean } = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-production-'));
  const postgres = await testDatabase();
  const { db } = postgres;
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/standins`;
  plainFaults(openFaults(dir)).write({});
  const standins = await openStandins({ dir, url, controls: true });
  const asked: z.infer<typeof completionRequest>[] = [];
  app.post(
    '/standins/openai/v1/chat/completions',
    express.json({ limit: '4mb' }),
    (req, _, next) => {
      asked.push(completionRequest.parse(req.body));
      next();
    },
  );
  app.use('/standins', standins.router);
  const { addresses } = standins;

  const config = readConfig({ DATA_DIR: dir });
  const ffmpeg = await testFfmpeg();
  const audio = openFfmpegEngine({ ffmpeg });
  const storage = s3Storage(addresses.s3);
  // Gives up after a second on a mail server that does not answer.
  const timeouts = 'connectionTimeout=1000&greetingTimeout=1000&socketTimeout=1000';
  const mailer = smtpMailer({
    url: `${addresses.smtp.url}?${timeouts}`,
    from: 'hello@duologue.example',
  });
  const times = { pause: 0, slow: 60_000 };
  const supportEmail = 'a@b.example';
  const publicUrl = 'http://duologue.example';
  const operator = { publicUrl, supportEmail };
  const outbox = openOutbox({ db, mailer, host: 'duologue.example', operator, times });
  const emails = { db, outbox, publicUrl, supportEmail };
  const costs = openCosts({ db, prices: openPriceList(config.ownPrices), cap: null });
  const alerts = openOperatorAlerts(emails);
  const models = overrule(smallModels, { ...config.models, ...options });
  const { speechServer } = readConfig(
    withSpeechServer
      ? {
          SPEECH_BASE_URL: addresses.openai.baseUrl,
          SPEECH_API_KEY: addresses.openai.apiKey,
        }
      : {},
  );
  const speakers = openSpeakers({ ...config, speechServer }, addresses, { decode: audio.decode });
  const [first, ...others] = speakers.narrators(models);
  const open = (own: ProbedNarrator) => {
    const narrator = noteRefusals(own, { db, alerts });
    return {
      narrator,
      voices: openVoices({ db, narrator, storage, audio, onlyWithSample: false }),
    };
  };
  const speaking = [open(first), ...others.map(open)] as const;
  const narrators = speaking.map(({ narrator }) => narrator);
  const voices = joinCatalogues(speaking);
  const writer = openaiWriter({
    model: models.script,
    ...addresses.openai,
    rateLimiter: openRateLimiter(db),
  });
  const { origin, pathname } = new URL(addresses.web.url);
  const documents = openDocuments({ localPages: { origin, pathPrefix: `${pathname}/` } });
  const tools = {
    db,
    writer,
    moderator: openaiModerator(addresses.openai) as LineModerator,
    narratorOf: (voiceId: string): Narrator => narratorOf(narrators, voiceId),
    voices,
    storage,
    audio,
    episodeLog: openEpisodeLog(db),
    previewLog: openPreviewLog(db),
    publicUrl,
    supportEmail,
    async sample(voiceId: string, name: string, signal: AbortSignal) {
      const { clip, text } = await voices.sample(voiceId, name, signal);
      return { clip: audio.prepare(clip), characters: text.length };
    },
    webSearch: null as WebSearch | null,
    encyclopedia: null as Encyclopedia | null,
    documents,
    mayReadUp: async () => true,
    readingTime: 24_000,
    researchLog: openResearchLog(db),
    outbox,
    costs,
    salesGate: openSalesGate({ db, costs, alerts, sells: true }),
    circuits: openCircuitBreakers({
      db,
      alerts,
      pace: PACE,
      questions: openQuestions({
        current: async () => ({ unlimitedWriter: writer, narrators, voices }),
        probeScript: openaiProbe({ ...addresses.openai, moderation: true }),
        storage,
        payments: { probe: async () => {} },
        recordOwnPurchase: async () => {},
      }),
    }),
    checkMachine: async () => true,
    pace: PACE,
  };
  async function put(switches: 'faults' | 'accounts', settings: object) {
    const reply = await fetch(`${url}/${switches}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
    if (!reply.ok) throw new Error(await reply.text());
  }
  const rowOf = async (id: number) =>
    (await db.select().from(podcasts).where(eq(podcasts.id, id)))[0];

  return {
    db,
    url,
    ffmpeg,
    storage,
    alerts,
    narrator: speaking[0].narrator as Narrator,
    episodeLog: tools.episodeLog,
    rowOf,
    asked,
    entries: () => openPurchaseLog(dir).read(),
    setFaults: (settings: z.input<typeof faultSettings>) =>
      put('faults', withPlainStandins(settings)),
    setAccounts: (settings: z.input<typeof accountSettings>) => put('accounts', settings),
    linesOf: (id: number) =>
      db
        .select()
        .from(podcastLines)
        .where(eq(podcastLines.podcastId, id))
        .orderBy(podcastLines.position),
    async order(
      minutes: number,
      topic = 'Why the sea glows at night',
      choose: (all: Voice[]) => (Voice | undefined)[] = (all) => all,
    ) {
      const [one, two] = choose(await voices.list());
      return draftPodcast(db, {
        topic,
        tone: 'Normal',
        style: 'Conversation',
        duration: minutes,
        voice1Id: one?.id ?? '',
        voice1Name: one?.name ?? '',
        voice2Id: two?.id ?? '',
        voice2Name: two?.name ?? '',
        email: 'mira@example.com',
      });
    },
    /** Produces an episode as a worker of the queue does. `other` overrides tools. */
    async make(id: number, other: Partial<Tools & typeof tools> = {}, signal?: AbortSignal) {
      await runEpisode(id, { ...tools, ...other }, signal ?? new AbortController().signal);
      const row = await rowOf(id);
      if (!row) throw new Error('the episode is gone');
      return row;
    },
    tools,
    /** Not in `tools`: a search and an encyclopedia, both over the stand-in web. */
    readingUp: {
      webSearch: openaiWebSearch({ ...addresses.openai, model: models.script }),
      encyclopedia: openMediawiki({
        url: addresses.web.mediawiki,
        userAgent: `Duologue (${supportEmail})`,
      }),
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      tools.circuits.close();
      await documents.close();
      await standins.close();
      await postgres.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
