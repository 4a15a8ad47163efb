import type { ModelSet } from '#shared/models.ts';
import type { ProductionTools } from '../production/run/episodeRun.ts';
import type { WebSearch } from '../reading/web/research.ts';
import type { ProbedNarrator } from '../sound/speech/speech.ts';
import type { Voices } from '../supply/voices/catalogue.ts';
import type { BriefReader, ScriptWriter } from '../writing/script/scriptWriter.ts';

interface EpisodeTools {
  writer: ScriptWriter;
  /** The same model without the rate limiter: a trial has no time to wait for its turn. */
  unlimitedWriter: ScriptWriter;
  briefReader: BriefReader;
  webSearch: WebSearch | null;
  narrators: readonly ProbedNarrator[];
  narratorOf: ProductionTools['narratorOf'];
  voices: Voices;
  sample: ProductionTools['sample'];
}

interface EpisodeToolsByModels {
  of(models: ModelSet): EpisodeTools;
  current(): Promise<EpisodeTools>;
  voices: Voices;
}

export function openEpisodeTools(
  open: (models: ModelSet) => EpisodeTools,
  currentModels: () => Promise<ModelSet>,
): EpisodeToolsByModels {
  const opened = new Map<string, EpisodeTools>();
  function of(models: ModelSet): EpisodeTools {
    const name = [models.script, models.speech, models.format].join('/');
    const tools = opened.get(name) ?? open(models);
    opened.set(name, tools);
    return tools;
  }
  const current = async () => of(await currentModels());
  return {
    of,
    current,
    voices: {
      list: async () => (await current()).voices.list(),
      find: async (id) => (await current()).voices.find(id),
      sample: async (...voice) => (await current()).voices.sample(...voice),
      sampleMp3: async (id) => (await current()).voices.sampleMp3(id),
      hasSample: async (id) => (await current()).voices.hasSample(id),
    },
  };
}
