import { type EpisodeRequest, SAME_VOICE } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';

export interface Hosts {
  voices: { find(id: string): Promise<{ id: string; name: string } | null> };
}

/** Returns columns of an order or a preview. Throws `Problem('invalid')` at the voices' fields. */
export async function findHosts(
  { voices }: Hosts,
  { voice1Id, voice2Id }: Pick<EpisodeRequest, 'voice1Id' | 'voice2Id'>,
) {
  if (voice1Id === voice2Id) {
    throw new Problem('invalid', SAME_VOICE.message, { voice2Id: SAME_VOICE.message });
  }
  const [one, two] = await Promise.all([voices.find(voice1Id), voices.find(voice2Id)]);
  const message = 'This voice is no longer available. Please choose another';
  if (!one) throw new Problem('invalid', message, { voice1Id: message });
  if (!two) throw new Problem('invalid', message, { voice2Id: message });
  return { voice1Id: one.id, voice1Name: one.name, voice2Id: two.id, voice2Name: two.name };
}

export const columnsOf = (
  request: EpisodeRequest,
  hosts: Awaited<ReturnType<typeof findHosts>>,
) => ({
  topic: request.topic,
  tone: request.tone,
  style: request.style,
  duration: request.duration,
  ...hosts,
  brief: request.brief ?? null,
  sources: request.sources,
  onlyTheseSources: request.onlyTheseSources,
});
