import type { ProviderVoice } from '../../server/sound/speech/speech.ts';
import { describe, whyNotForSale } from '../../server/supply/voices/describe.ts';
import type { VoiceState } from '../../server/supply/voices/voiceCache.ts';
import type { LibraryVoice, VoiceLibrary } from './library.ts';

export interface Candidate {
  id: string;
  name: string;
  /** The library entry to add it from; null if the account already has it. */
  library: LibraryVoice | null;
  /** It was refused before, so only a new clip shows whether it works. */
  again: boolean;
}

/** How many more voices than needed to look at in the library, as some will not work. */
const SPARE = 60;

/**
 * Best first: voices in the account, ElevenLabs' successors of its Default voices, then the most
 * used of the library. No two have the same name, because listeners could not tell them apart.
 * Throws `ProviderFailure`.
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
    if (!name || names.has(name) || whyNotForSale(voice)) return;
    names.add(name);
    ids.add(voice.id);
    found.push({ id: voice.id, name, library: from, again: isRefused(voice) });
  };
  const isRefused = ({ id }: ProviderVoice) => Boolean(known.get(id)?.refusal);
  const isNew = ({ id }: LibraryVoice) => !ids.has(id);

  const onSale = listed.filter((voice) => known.get(voice.id)?.hasSample && !isRefused(voice));
  for (const voice of onSale) names.add(describe(voice)?.name ?? voice.name);
  // The owner's own clones are private.
  const own = listed.filter((voice) => !onSale.includes(voice) && voice.category !== 'cloned');
  for (const voice of own.filter((one) => !isRefused(one))) add(voice, null);

  for (const { id } of SUCCESSORS) {
    if (found.length >= missing) break;
    const voice = ids.has(id) ? null : await library.find(id, signal);
    if (voice) add(voice, voice);
  }
  if (found.length < missing) {
    // Voices that were added before are among the most used, so more are fetched.
    const most = await library.search(missing + ids.size + SPARE, signal);
    for (const voice of most.filter(isNew)) add(voice, voice);
  }
  for (const voice of own.filter(isRefused)) add(voice, null);
  return found;
}

/**
 * ElevenLabs' own successors of its Default voices, which end on 31 December 2026: ids of its
 * public library, in the order in which a new account gets them.
 */
const SUCCESSORS: readonly { id: string; name: string }[] = [
  { id: 'gOupLcAkjEnguROwi4oS', name: 'Darian' },
  { id: 'OZ0L6eISlOejga3XjDFt', name: 'Talia' },
  { id: 'WQP7cQUF5aAS6Axh5yaa', name: 'Elara' },
  { id: 'jSuBIjxMKhqIfb0wCK1F', name: 'Baxter' },
  { id: '6WwXjDDEMyNmFG95zycZ', name: 'Eldrin' },
  { id: 'cymHWdiF8WjUCg6vvFxx', name: 'Kellan' },
  { id: 'dvbL7qkNGZY1IqPGZAjM', name: 'Elowen' },
  { id: '10NkTYmU7tSz3Kkl3Lex', name: 'Kaelen' },
  { id: 'ktkP7Nsj67dw2zcplQYt', name: 'Lawrence' },
  { id: 'BFd5oBc2DDna33pSi4Gf', name: 'Alicia' },
  { id: 'QtY3JBOUKEB5xzrRfOKc', name: 'Maisie' },
  { id: '7QN34D2r3hCNwbOYIeK0', name: 'Warren' },
  { id: 'g7LVvkPWALzPxOQbF6OE', name: 'Jade' },
  { id: 'l7kNoIfnJKPg7779LI2t', name: 'Eddie' },
  { id: 'AaOhDHYJ1XLZk74lXhdE', name: 'Caleb' },
  { id: '8dEUmyPMdDdK91vboYih', name: 'Sawyer' },
  { id: 'fnYMz3F5gMEDGMWcH1ex', name: 'Finley' },
  { id: '22N9cF8z0o7y23njdyaY', name: 'Florence' },
  { id: 'FrS6cKLB1wg4WYgPa9GW', name: 'Wyatt' },
];
