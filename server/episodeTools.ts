import type { ModelSet } from '#shared/models.ts';
import type { ProductionTools } from './production/episodeRun.ts';
import type { ScriptWriter } from './script/script.ts';
import type { ProbedNarrator } from './speech/speech.ts';
import type { Voices } from './voices/catalogue.ts';

/** Who makes an episode of one set of models. */
interface Kit {
  writer: ScriptWriter;
  /** Asks the same model as if alone: for a trial, which has no time to wait for its turn. */
  hasty: ScriptWriter;
  narrator: ProbedNarrator;
  /** Those that were heard with these models. */
  voices: Voices;
  sample: ProductionTools['sample'];
}

interface Kits {
  of(models: ModelSet): Kit;
  /** That of whatever is sold at the moment. */
  current(): Promise<Kit>;
  /** The voices that are on sale at the moment. */
  voices: Voices;
}

/** Opens one kit for each set of models, when it is first needed. */
export function openKits(
  open: (models: ModelSet) => Kit,
  currentModels: () => Promise<ModelSet>,
): Kits {
  const opened = new Map<string, Kit>();
  function of(models: ModelSet): Kit {
    const name = [models.script, models.speech, models.format].join('/');
    const kit = opened.get(name) ?? open(models);
    opened.set(name, kit);
    return kit;
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
    },
  };
}
