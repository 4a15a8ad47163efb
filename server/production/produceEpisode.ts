import { stat } from 'node:fs/promises';
import path from 'node:path';
import { brand } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Outline } from '#shared/script.ts';
import { log } from '../base/kit/log.ts';
import { inScratch } from '../base/kit/scratch.ts';
import { completeEpisode } from '../episodes/delivery/finish.ts';
import { earlierEpisodes, earlierLines } from '../episodes/log/earlierEpisodes.ts';
import { storedKeys } from '../episodes/log/storedSound.ts';
import { type Chapter, chaptersOf, waveOf } from '../episodes/log/timeline.ts';
import type { Fact, ScriptSpec } from '../writing/script/scriptWriter.ts';
import { assignQuestions } from '../writing/writer/plan.ts';
import { correctLength, mixEpisode } from './mix/mixEpisode.ts';
import { qualityOf } from './mix/quality.ts';
import { beginWithPreview, openingOf } from './producePreview.ts';
import { admitTexts } from './read/moderateLines.ts';
import { readBrief } from './read/readBrief.ts';
import { readUp } from './read/readUp.ts';
import { openReview } from './read/reviewScript.ts';
import type { Attempt, EpisodeRun } from './run/episodeRun.ts';
import { loadSamples, specOf, voiceTraitsOf } from './run/specOf.ts';

/** Continues where the last attempt stopped: the episode log keeps every finished step. */
export async function produceEpisode(acquired: Attempt): Promise<void> {
  if (acquired.work.podcast.status === 'completed') return;
  const begun = await beginWithPreview(acquired);
  const attempt = { ...acquired, work: begun };
  await inScratch(async (folder) => {
    // Loads while the outline is being written; errors surface at the await below.
    const loading = loadSamples(attempt);
    loading.catch(() => {});
    await using reading = readBrief(attempt);
    const [earlier, voiceTraits] = await Promise.all([
      earlierEpisodes(attempt.db, begun.podcast),
      voiceTraitsOf(attempt),
    ]);
    const asked = async (facts: Fact[]) => ({
      ...specOf(await reading.latest(), earlier, voiceTraits),
      opening: openingOf(begun),
      facts,
    });
    const facts = await readUp({ ...attempt, spec: await asked([]) });
    const { planned, whole } = await planEpisode(attempt, () => asked(facts));
    const work = await reading.end();
    const spec = await asked(withDisputes(facts, planned));
    // Questions that came after the plan are shared out here, the same way on every attempt.
    const outline = assignQuestions(planned, spec);
    const edited = whole.then((outline) => assignQuestions(outline, spec));
    // Errors surface where it is awaited.
    edited.catch(() => {});
    const review = openReview({ ...attempt, work, spec });
    const samples = await loading;
    const file = path.join(folder, 'episode.mp3');
    await produce({ ...attempt, work, spec, outline, edited, review, samples, file });
  });
}

async function produce(run: EpisodeRun): Promise<void> {
  const { work, episodeLog } = run;
  let mix = await mixEpisode(run);
  if (await correctLength(run, mix.measured)) mix = await mixEpisode(run);
  await episodeLog.change(work, { stage: 'publishing' });
  const { seconds } = mix.measured;
  const { podcast, lines } = await episodeLog.reread(work);
  const earlier = await earlierLines(run.db, work.podcast);
  const bought = work.podcast.duration;
  const measured = qualityOf({ bought, lines, earlierLines: earlier, ...mix });
  const quality = { ...podcast.quality, ...measured };
  log.info({ podcast: work.podcast.id, quality }, 'episode measured');
  const wave = waveOf(lines, seconds);
  // The reader may have changed its titles.
  const outline = podcast.outline ?? run.outline;
  const chapters = chaptersOf(outline, lines, seconds * 1000);
  const published = await publishEpisode({ ...run, outline }, { wave, chapters });
  await run.review.end(lines);
  await completeEpisode(run, work, { outline, seconds, wave, quality, ...published });
}

const EDITOR_DEADLINE = 20_000;

/** `planned` is enough for the first section; after a crash it stands for all of them. */
async function planEpisode(
  { work, writer, moderator, episodeLog, researchLog, signal }: Attempt,
  asked: () => Promise<ScriptSpec>,
): Promise<{ planned: Outline; whole: Promise<Outline> }> {
  const { outline } = work.podcast;
  if (outline) return { planned: outline, whole: Promise.resolve(outline) };
  await episodeLog.change(work, { stage: 'writing' });
  const draft = work.podcast.plan ?? (await writer.plan(await asked(), signal));
  await episodeLog.change(work, { plan: draft });
  const spec = await asked();
  const within = AbortSignal.any([signal, AbortSignal.timeout(EDITOR_DEADLINE)]);
  const edits = writer.edit(spec, draft, within)[Symbol.asyncIterator]();
  async function revised(outline: Outline, admit?: (better: Outline) => Promise<void>) {
    try {
      const { value: better = outline } = await edits.next();
      if (better !== outline) await admit?.(better);
      return better;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ podcast: work.podcast.id, err: error }, 'the outline stands as it was');
      return outline;
    }
  }
  const planned = await revised(draft);
  // The titles of the first version are moderated with the first line, before they are shown.
  const revising = revised(planned, ({ sections }) =>
    admitTexts(
      moderator,
      sections.map(({ title }) => title),
      signal,
    ),
  );
  revising.catch(() => {});
  await researchLog.dispute(work, planned.disputed ?? []);
  const { voiceTraits = null } = spec;
  await episodeLog.change(work, { outline: planned, voiceTraits, attempts: 0 });
  const whole = revising.then(async (outline) => {
    if (outline !== planned) await episodeLog.change(work, { outline });
    return outline;
  });
  whole.catch(() => {});
  return { planned, whole };
}

function withDisputes(facts: Fact[], { disputed = [] }: Outline): Fact[] {
  return facts.map((fact) => {
    const found = disputed.find((one) => one.fact === fact.number);
    if (!found) return fact;
    return { ...fact, strength: 'disputed', disputed: found.what, against: found.against };
  });
}

/** Streams have no cover: a picture in an MP3's tag makes Chromium read a megabyte first. */
async function publishEpisode(
  { work: { podcast }, outline, file, audio, storage }: EpisodeRun,
  { wave, chapters }: { wave: EpisodeWave | null; chapters: Chapter[] },
): Promise<{ audioKey: string; audioBytes: number; streamBytes: number }> {
  const { title, summary } = outline;
  const hosts: [string, string] = [podcast.voice1Name, podcast.voice2Name];
  const cover = await audio.drawCover({ title, hosts, seed: podcast.publicId, wave });
  const tags = {
    title,
    hosts,
    summary,
    date: podcast.createdAt,
    chapters,
    comment: `Made by AI with ${brand.name}; may contain mistakes.`,
  };
  const keys = storedKeys(podcast.publicId);
  await storage.put(keys.cover, cover, 'image/jpeg');
  async function store(key: string, cover: Buffer | null): Promise<number> {
    await audio.tag(file, { ...tags, cover });
    await storage.putFile(key, file, 'audio/mpeg');
    return (await stat(file)).size;
  }
  const streamBytes = await store(keys.stream, null);
  return { audioKey: keys.audio, audioBytes: await store(keys.audio, cover), streamBytes };
}
