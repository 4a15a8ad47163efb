import type { Voice } from '#shared/voices.ts';
import { log } from '../../base/kit/log.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { Voices } from './catalogue.ts';

interface Speaking {
  narrator: Pick<Narrator, 'owns'>;
  voices: Voices;
}

/** Listeners cannot tell two voices of one name apart, so the earlier narrator's stays. */
export function joinCatalogues([first, ...others]: readonly [Speaking, ...Speaking[]]): Voices {
  if (others.length === 0) return first.voices;
  const all = [first, ...others];
  const said = new Set<string>();
  /** The first narrator answers for a voice that nobody owns. */
  const voicesOf = (id: string) => (all.find(({ narrator }) => narrator.owns(id)) ?? first).voices;

  async function list(): Promise<Voice[]> {
    const listed = (await Promise.all(all.map(({ voices }) => voices.list()))).flat();
    const names = new Set<string>();
    const kept = listed.filter(({ id, name }) => {
      if (!names.has(name)) return names.add(name);
      if (!said.has(id))
        log.warn({ voiceId: id, name }, 'another voice has this name: not for sale');
      said.add(id);
      return false;
    });
    return kept.sort((one, other) => one.name.localeCompare(other.name));
  }
  const find = async (id: string) => (await list()).find((voice) => voice.id === id) ?? null;

  return {
    list,
    find,
    sample: (id, ...rest) => voicesOf(id).sample(id, ...rest),
    sampleMp3: (id) => voicesOf(id).sampleMp3(id),
    hasSample: (id) => voicesOf(id).hasSample(id),
  };
}
