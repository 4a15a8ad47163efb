import path from 'node:path';
import type { Outline } from '#shared/script.ts';
import { log } from '../log.ts';
import { chaptersOf } from '../podcasts/chapters.ts';
import type { Finish } from '../podcasts/finish.ts';
import type { Work } from '../podcasts/lease.ts';
import { inScratch } from '../scratch.ts';
import { mendLength } from './mend.ts';
import { type Hosts, mix } from './mix.ts';
import { publish } from './publish.ts';
import { cardOf } from './quality.ts';
import type { Sample, Studio } from './record.ts';
import { briefOf } from './write.ts';

export interface Producer extends Studio {
  finish: Finish;
  /** A few seconds of a voice that says its name, bought once ever, with the words it says. */
  sample(voiceId: string, name: string, signal: AbortSignal): Promise<Sample>;
}

/**
 * The story of one episode: plan, record (write, speak and mix at once), publish, tell. Each sentence
 * is remembered in the ledger, so that after a crash the story goes on where it was.
 */
export async function produce(work: Work, tools: Producer, signal: AbortSignal): Promise<void> {
  if (work.podcast.status === 'completed') return;
  await inScratch((folder) => make(work, path.join(folder, 'episode.mp3'), tools, signal));
}

async function make(work: Work, file: string, tools: Producer, signal: AbortSignal): Promise<void> {
  // Heard while the plan is made; a failure is met below, and the plan is not left under way.
  const hearing = hear(work, tools, signal);
  hearing.catch(() => {});
  const outline = await plan(work, tools, signal);
  const hosts = await hearing;
  let take = await mix(work, outline, hosts, file, tools, signal);
  if (await mendLength(work, outline, take.measured, tools.ledger)) {
    const reopened = await tools.ledger.reread(work);
    take = await mix(reopened, outline, hosts, file, tools, signal);
  }
  await tools.ledger.enterStage(work, 'publishing');
  const { lines } = await tools.ledger.reread(work);
  const quality = cardOf({ bought: work.podcast.duration, lines, ...take });
  log.info({ podcast: work.podcast.id, quality }, 'episode measured');
  const chapters = chaptersOf(outline, lines, take.measured.seconds * 1000);
  const published = await publish(work, outline, chapters, file, tools);
  const { seconds } = take.measured;
  await tools.finish.complete(work, { outline, seconds, quality, ...published });
}

async function plan(work: Work, tools: Producer, signal: AbortSignal): Promise<Outline> {
  if (work.podcast.outline) return work.podcast.outline;
  await tools.ledger.enterStage(work, 'writing');
  const outline = await tools.writer.plan(briefOf(work), signal);
  // Its title and summary are shown once moderation has seen them, with the first line.
  await tools.ledger.change(work, { outline, attempts: 0 });
  return outline;
}

async function hear({ podcast }: Work, tools: Producer, signal: AbortSignal): Promise<Hosts> {
  const [A, B] = await Promise.all([
    tools.sample(podcast.voice1Id, podcast.voice1Name, signal),
    tools.sample(podcast.voice2Id, podcast.voice2Name, signal),
  ]);
  return { A, B };
}
