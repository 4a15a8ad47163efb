import { openEpisodeLog } from '../episodes/log/episodeLog.ts';
import { openResearchLog } from '../episodes/log/researchLog.ts';
import { openPreviewLog } from '../episodes/previews/previewLog.ts';
import type { ProductionTools } from '../production/run/episodeRun.ts';
import { runEpisode } from '../production/runEpisode.ts';
import type { SpeechProvider } from '../sound/speech/speech.ts';
import { openCircuitBreakers } from '../supply/availability/circuitBreakers.ts';
import { openSalesGate } from '../supply/availability/salesGate.ts';
import { openTrials } from '../supply/availability/trials.ts';
import type { Config } from '../supply/config/config.ts';
import { meteredNarrator, meteredWriter } from '../supply/costs/costMeter.ts';
import { openaiProbe } from '../writing/writer/openaiWriter.ts';
import { type BasicOptions, openBasics } from './basics.ts';
import { openEpisodeTools } from './episodeTools.ts';

export type Production = Awaited<ReturnType<typeof composeProduction>>;

/** Whatever makes episodes, and nothing that sells them, shows them or sends emails by itself. */
export async function composeProduction(config: Config, options: BasicOptions) {
  const basics = await openBasics(config, options);
  const { db, payments, storage, providers, recordOwnPurchase } = basics;
  const { models, toolsOf, currentTools, voices } = openEpisodeTools(basics);
  const probeOf = (provider: SpeechProvider) => async (signal: AbortSignal) => {
    const { narrators } = await currentTools();
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
      const { unlimitedWriter, narrators } = await currentTools();
      return {
        writer: meteredWriter(unlimitedWriter, recordOwnPurchase),
        narrators: narrators.map((narrator) => meteredNarrator(narrator, recordOwnPurchase)),
        voices,
        payments,
      };
    }),
  });
  const production = {
    ...basics,
    models,
    toolsOf,
    currentTools,
    voices,
    salesGate: openSalesGate(basics),
    circuits,
    episodeLog: openEpisodeLog(db),
    previewLog: openPreviewLog(db),
    researchLog: openResearchLog(db),
  };
  return {
    ...production,
    /** `own` replaces tools of the same name. */
    async produce(
      podcastId: number,
      own: Pick<ProductionTools, 'checkMachine'> & Partial<ProductionTools>,
      signal: AbortSignal,
    ): Promise<void> {
      const ofModels = toolsOf(await models.of(podcastId));
      await runEpisode(podcastId, { ...production, ...ofModels, ...own }, signal);
    },
  };
}
