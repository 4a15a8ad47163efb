import { type EpisodeRequest, SAME_VOICE } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';

export interface Hosts {
  voices: { find(id: string): Promise<{ id: string; name: string } | null> };
}

/** The voices of a request, while they are on sale. Throws `Problem('invalid')` at their fields. */
export async function findHosts(
  { voices }: Hosts,
  { voice1Id, voice2Id }: Pick<EpisodeRequest, 'voice1Id' | 'voice2Id'>,
) {
  if (voice1Id === voice2Id) {
    throw new Problem('invalid', SAME_VOICE.message, { voice2Id: SAME_VOICE.message });
  }
  const hosts = await Promise.all([voices.find(voice1Id), voices.find(voice2Id)]);
  const message = 'This voice is no longer available. Please choose another';
  if (!hosts[0]) throw new Problem('invalid', message, { voice1Id: message });
  if (!hosts[1]) throw new Problem('invalid', message, { voice2Id: message });
  return [hosts[0], hosts[1]] as const;
}
