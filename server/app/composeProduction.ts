import { openEpisodeLog } from '../episodes/log/episodeLog.ts';
import { openResearchLog } from '../episodes/log/researchLog.ts';
import { openPreviewLog } from '../episodes/previews/previewLog.ts';
import type { ProductionTools } from '../production/run/episodeRun.ts';
import { runEpisode } from '../production/runEpisode.ts';
import { openCircuitBreakers } from '../supply/availability/circuitBreakers.ts';
import { openQuestions } from '../supply/availability/questions.ts';
import { openSalesGate } from '../supply/availability/salesGate.ts';
import type { Config } from '../supply/config/config.ts';
import { openaiProbe } from '../writing/writer/openaiWriter.ts';
import { type BasicOptions, openBasics } from './basics.ts';
import { openEpisodeTools } from './episodeTools.ts';

export type Production = Awaited<ReturnType<typeof composeProduction>>;

/** Whatever makes episodes, and nothing that sells them, shows them or sends emails by itself. */
export async function composeProduction(config: Config, options: BasicOptions) {
  const basics = await openBasics(config, options);
  const { db, providers } = basics;
  const { models, toolsOf, currentTools, voices } = openEpisodeTools(basics);
  const { moderation } = config.openai;
  const circuits = openCircuitBreakers({
    ...basics,
    questions: openQuestions({
      ...basics,
      current: currentTools,
      probeScript: openaiProbe({ ...providers.openai, moderation }),
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
