import path from 'node:path';
import type { Outline } from '#shared/script.ts';
import { log } from '../log.ts';
import { chaptersOf } from '../podcasts/chapters.ts';
import type { Finish } from '../podcasts/finish.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import { inScratch } from '../scratch.ts';
import { correctLength } from './correctLength.ts';
import { type Hosts, mix } from './mixEpisode.ts';
import { publish } from './publishEpisode.ts';
import { cardOf } from './quality.ts';
import type { RecordingTools, Sample } from './recordEpisode.ts';
import { briefOf } from './writeScript.ts';

export interface Producer extends RecordingTools {
  finish: Finish;
  /** A few seconds of a voice that says its name, bought once ever, with the words it says. */
  sample(voiceId: string, name: string, signal: AbortSignal): Promise<Sample>;
}

/**
 * The story of one episode: plan, record (write, speak and mix at once), publish, tell. Each sentence
 * is remembered in the ledger, so that after a crash the story goes on where it was.
 */
export async function produce(
  work: LeasedEpisode,
  tools: Producer,
  signal: AbortSignal,
): Promise<void> {
  if (work.podcast.status === 'completed') return;
  await inScratch((folder) => make(work, path.join(folder, 'episode.mp3'), tools, signal));
}

async function make(
  work: LeasedEpisode,
  file: string,
  tools: Producer,
  signal: AbortSignal,
): Promise<void> {
  // Heard while the plan is made; a failure is met below, and the plan is not left under way.
  const samples = loadSamples(work, tools, signal);
  samples.catch(() => {});
  const outline = await plan(work, tools, signal);
  const hosts = await samples;
  let mixed = await mix(work, outline, hosts, file, tools, signal);
  if (await correctLength(work, outline, mixed.measured, tools.episodeLog)) {
    const reopened = await tools.episodeLog.reread(work);
    mixed = await mix(reopened, outline, hosts, file, tools, signal);
  }
  await tools.episodeLog.enterStage(work, 'publishing');
  const { lines } = await tools.episodeLog.reread(work);
  const quality = cardOf({ bought: work.podcast.duration, lines, ...mixed });
  log.info({ podcast: work.podcast.id, quality }, 'episode measured');
  const chapters = chaptersOf(outline, lines, mixed.measured.seconds * 1000);
  const published = await publish(work, outline, chapters, file, tools);
  const { seconds } = mixed.measured;
  await tools.finish.complete(work, { outline, seconds, quality, ...published });
}

async function plan(work: LeasedEpisode, tools: Producer, signal: AbortSignal): Promise<Outline> {
  if (work.podcast.outline) return work.podcast.outline;
  await tools.episodeLog.enterStage(work, 'writing');
  const outline = await tools.writer.plan(briefOf(work), signal);
  // Its title and summary are shown once moderation has seen them, with the first line.
  await tools.episodeLog.change(work, { outline, attempts: 0 });
  return outline;
}

async function loadSamples(
  { podcast }: LeasedEpisode,
  tools: Producer,
  signal: AbortSignal,
): Promise<Hosts> {
  const [A, B] = await Promise.all([
    tools.sample(podcast.voice1Id, podcast.voice1Name, signal),
    tools.sample(podcast.voice2Id, podcast.voice2Name, signal),
  ]);
  return { A, B };
}
