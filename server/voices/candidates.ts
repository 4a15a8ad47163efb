import type { LibraryVoice, ProviderVoice, VoiceLibrary } from '../speech/speech.ts';
import { describe } from './describe.ts';
import { SUCCESSORS } from './successors.ts';
import type { VoiceState } from './voiceStates.ts';
import { whyNotOffered } from './whyNotOffered.ts';

/** A voice that may be put on sale once it has spoken. */
export interface Candidate {
  id: string;
  /** As it is called here. */
  name: string;
  /** Where it is to be added from; null when the account has it. */
  library: LibraryVoice | null;
  /** It was refused before, so that only a new clip shows that it speaks. */
  again: boolean;
}

/** How many of the library are looked at beyond those that are missing: some will not speak. */
const SPARE = 60;

/**
 * Who may fill `missing` places, the best first: voices that the account has already, ElevenLabs'
 * successors of its Default voices, then the library's most used. Two voices of one name would be
 * one to a listener. Throws `ProviderFailure`.
 */
export async function findCandidates(
  missing: number,
  account: { listed: ProviderVoice[]; known: Map<string, VoiceState>; library: VoiceLibrary },
  signal: AbortSignal,
): Promise<Candidate[]> {
  const { listed, known, library } = account;
  const found: Candidate[] = [];
  const ids = new Set(listed.map(({ id }) => id));
  const names = new Set<string>();
  const add = (voice: ProviderVoice, from: LibraryVoice | null) => {
    const name = describe(voice)?.name;
    if (!name || names.has(name) || whyNotOffered(voice)) return;
    names.add(name);
    ids.add(voice.id);
    found.push({ id: voice.id, name, library: from, again: isRefused(voice) });
  };
  const isRefused = ({ id }: ProviderVoice) => Boolean(known.get(id)?.refusal);
  const isNew = ({ id }: LibraryVoice) => !ids.has(id);

  const onSale = listed.filter((voice) => known.get(voice.id)?.hasSample && !isRefused(voice));
  for (const voice of onSale) names.add(describe(voice)?.name ?? voice.name);
  // The owner's own clones are for the owner to use.
  const own = listed.filter((voice) => !onSale.includes(voice) && voice.category !== 'cloned');
  for (const voice of own.filter((one) => !isRefused(one))) add(voice, null);

  for (const { id } of SUCCESSORS) {
    if (found.length >= missing) break;
    const voice = ids.has(id) ? null : await library.find(id, signal);
    if (voice) add(voice, voice);
  }
  if (found.length < missing) {
    // Those that are added already are among the most used.
    const most = await library.search(missing + ids.size + SPARE, signal);
    for (const voice of most.filter(isNew)) add(voice, voice);
  }
  for (const voice of own.filter(isRefused)) add(voice, null);
  return found;
}
