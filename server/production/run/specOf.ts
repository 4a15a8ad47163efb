import type { Speaker } from '#shared/script.ts';
import type { LeasedEpisode, PodcastRow } from '../../episodes/log/lease.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { EarlierEpisode, ScriptSpec } from '../../writing/script/scriptWriter.ts';
import type { Attempt, RecordingRun, Sample } from './episodeRun.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Kept with outline or preview: the prompt must not change when a voice is relabelled. */
export async function voiceTraitsOf({
  work: { podcast },
  voices,
}: Attempt): Promise<PodcastRow['voiceTraits']> {
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

type Run = Pick<RecordingRun, 'work' | 'narratorOf'>;

export function narratorsOf({ work: { podcast }, narratorOf }: Run): Record<Speaker, Narrator> {
  return { A: narratorOf(podcast.voice1Id), B: narratorOf(podcast.voice2Id) };
}

/** Null where the episode is spoken line by line: one provider alone can perform a take. */
export function longestTakeOf(run: Run): number | null {
  const { A, B } = narratorsOf(run);
  return A.provider === B.provider ? A.longestTake : null;
}

/** Loads both voices' samples at the higher rate of the two, at which the episode is mixed. */
export async function loadSamples(attempt: Attempt): Promise<Record<Speaker, Sample>> {
  const { work, sample, audio, signal } = attempt;
  const { podcast } = work;
  const [A, B] = await Promise.all([
    sample(podcast.voice1Id, podcast.voice1Name, signal),
    sample(podcast.voice2Id, podcast.voice2Name, signal),
  ]);
  const sampleRate = Math.max(A.clip.sampleRate, B.clip.sampleRate);
  const atThatRate = async ({ clip, characters }: Sample) => ({
    clip: await audio.resample(clip, { sampleRate, signal }),
    characters,
  });
  return { A: await atThatRate(A), B: await atThatRate(B) };
}
