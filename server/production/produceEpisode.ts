import path from 'node:path';
import type { Outline, Speaker } from '#shared/script.ts';
import { log } from '../log.ts';
import { chaptersOf } from '../podcasts/chapters.ts';
import type { LeasedEpisode, PodcastRow } from '../podcasts/lease.ts';
import { inScratch } from '../scratch.ts';
import type { EarlierEpisode, Fact, ScriptSpec } from '../script/script.ts';
import { correctLength } from './correctLength.ts';
import type { EpisodeRun, ProductionTools, Sample } from './episodeRun.ts';
import { mixEpisode } from './mixEpisode.ts';
import { publishEpisode } from './publishEpisode.ts';
import { qualityOf } from './quality.ts';
import { readUp } from './readUp.ts';
import { openReview } from './reviewScript.ts';

/**
 * Produces one episode: reading up, outline, recording (written, spoken and mixed at once), correction of its
 * length, publishing. The episode log keeps every finished step, so that an attempt after a crash
 * continues where the last one stopped.
 */
export async function produceEpisode(
  work: LeasedEpisode,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  if (work.podcast.status === 'completed') return;
  await inScratch(async (folder) => {
    // Load both voice samples while the outline is being written; errors surface at the await below.
    const loading = loadSamples(work, tools, signal);
    loading.catch(() => {});
    const [heard, voiceTraits] = await Promise.all([
      tools.earlierEpisodes(work.podcast),
      voiceTraitsOf(work, tools),
    ]);
    const asked = specOf(work, heard, voiceTraits);
    const facts = await readUp(work, asked, tools, signal);
    const outline = await planEpisode(work, { ...asked, facts }, tools, signal);
    const spec = { ...asked, facts: withDisputes(facts, outline) };
    const review = openReview({ ...tools, work, spec, signal });
    const samples = await loading;
    const file = path.join(folder, 'episode.mp3');
    await produce({ ...tools, work, spec, outline, review, samples, file, signal });
  });
}

async function produce(run: EpisodeRun): Promise<void> {
  const { work, outline, episodeLog, finish } = run;
  let mix = await mixEpisode(run);
  if (await correctLength(run, mix.measured)) mix = await mixEpisode(run);
  await episodeLog.enterStage(work, 'publishing');
  const { seconds } = mix.measured;
  const { lines } = await episodeLog.reread(work);
  const earlierLines = await run.earlierLines(work.podcast);
  const quality = qualityOf({ bought: work.podcast.duration, lines, earlierLines, ...mix });
  log.info({ podcast: work.podcast.id, quality }, 'episode measured');
  const published = await publishEpisode(run, chaptersOf(outline, lines, seconds * 1000));
  await run.review.end(lines);
  await finish.complete(work, { outline, seconds, quality, ...published });
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Of the catalogue until there is an outline, which keeps them: the prompt stays as it is when the
 * provider labels a voice anew, or lists it no longer.
 */
async function voiceTraitsOf(
  { podcast }: LeasedEpisode,
  { voices }: ProductionTools,
): Promise<PodcastRow['voiceTraits']> {
  if (podcast.outline) return podcast.voiceTraits;
  const traitsOf = async (id: string) => {
    const voice = await voices.find(id);
    return voice && { gender: voice.gender, accent: voice.accent, tags: voice.tags };
  };
  const [A, B] = await Promise.all([traitsOf(podcast.voice1Id), traitsOf(podcast.voice2Id)]);
  return { A, B };
}

function specOf(
  { podcast }: LeasedEpisode,
  heard: EarlierEpisode[],
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
    heard,
  };
}

/** How long the first words of an episode may wait for a better outline, ms. */
const EDITOR_DEADLINE = 20_000;

async function planEpisode(
  work: LeasedEpisode,
  spec: ScriptSpec,
  { writer, episodeLog, researchLog }: ProductionTools,
  signal: AbortSignal,
): Promise<Outline> {
  if (work.podcast.outline) return work.podcast.outline;
  await episodeLog.enterStage(work, 'writing');
  const draft = await writer.plan(spec, signal);
  const within = AbortSignal.any([signal, AbortSignal.timeout(EDITOR_DEADLINE)]);
  const outline = await writer.edit(spec, draft, within).catch((error: unknown) => {
    signal.throwIfAborted();
    log.warn({ podcast: work.podcast.id, err: error }, 'the first draft of the outline stands');
    return draft;
  });
  // Its title and summary are shown once they have been moderated, with the first line.
  await researchLog.dispute(work, outline.disputed ?? []);
  await episodeLog.change(work, { outline, voiceTraits: spec.voiceTraits ?? null, attempts: 0 });
  return outline;
}

/** With the contradictions that the planner has noticed. */
function withDisputes(facts: Fact[], { disputed = [] }: Outline): Fact[] {
  return facts.map((fact) =>
    disputed.includes(fact.number) ? { ...fact, strength: 'disputed' } : fact,
  );
}

async function loadSamples(
  { podcast }: LeasedEpisode,
  { sample }: ProductionTools,
  signal: AbortSignal,
): Promise<Record<Speaker, Sample>> {
  const [A, B] = await Promise.all([
    sample(podcast.voice1Id, podcast.voice1Name, signal),
    sample(podcast.voice2Id, podcast.voice2Name, signal),
  ]);
  return { A, B };
}
