import type { LeasedEpisode, PodcastRow } from '../../episodes/log/lease.ts';
import type { EarlierEpisode, ScriptSpec } from '../../writing/script/scriptWriter.ts';
import type { ProductionTools } from './episodeRun.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Kept with outline or preview: the prompt must not change when a voice is relabelled. */
export async function voiceTraitsOf(
  { podcast }: LeasedEpisode,
  { voices }: ProductionTools,
): Promise<PodcastRow['voiceTraits']> {
  if (podcast.outline || podcast.voiceTraits) return podcast.voiceTraits;
  const traitsOf = async (id: string) => {
    const voice = await voices.find(id);
    return voice && { gender: voice.gender, accent: voice.accent, tags: voice.tags };
  };
  const [A, B] = await Promise.all([traitsOf(podcast.voice1Id), traitsOf(podcast.voice2Id)]);
  return { A, B };
}

export function specOf(
  { podcast }: LeasedEpisode,
  earlierEpisodes: EarlierEpisode[],
  voiceTraits: PodcastRow['voiceTraits'],
): ScriptSpec {
  const { questions = [], level = null, avoid = [] } = podcast.brief ?? {};
  return {
    episode: podcast.publicId,
    account: podcast.userId,
    topic: podcast.topic,
    tone: podcast.tone,
    style: podcast.style,
    minutes: podcast.duration,
    date: DAY.format(podcast.createdAt),
    hostA: podcast.voice1Name,
    hostB: podcast.voice2Name,
    voiceTraits,
    questions: questions.map(({ text }) => text),
    level,
    avoid,
    earlierEpisodes,
  };
}
