import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Outline } from '#shared/script.ts';
import type { Measured } from '../audio/audio.ts';
import { log } from '../log.ts';
import { chaptersOf } from '../podcasts/chapters.ts';
import type { Finish } from '../podcasts/finish.ts';
import type { Work } from '../podcasts/lease.ts';
import { publish } from './publish.ts';
import { record, type Sample, type Studio } from './record.ts';
import { openScratch } from './scratch.ts';
import { briefOf } from './write.ts';

export interface Producer extends Studio {
  finish: Finish;
  /** A few seconds of a voice, bought once ever, with the words it says. */
  sample(voiceId: string, signal: AbortSignal): Promise<Sample>;
}

/** Loudness a finished file must have, LUFS and dBTP (Apple Podcasts; EBU R128 s2). */
const LOUDNESS = { target: -16, tolerance: 1, truePeak: -1 };
/** Mixing again costs seconds and no provider; a file that cannot be mended in three is refused. */
const TAKES = 3;
/** Share of the bought minutes that an episode may miss before a person must look. */
const LENGTH_TOLERANCE = 0.05;

/**
 * The story of one episode: plan, record (write, speak and mix at once), publish, tell. Each sentence
 * is remembered in the ledger, so that after a crash the story goes on where it was.
 */
export async function produce(work: Work, tools: Producer, signal: AbortSignal): Promise<void> {
  if (work.podcast.status === 'completed') return;
  const folder = await openScratch();
  try {
    const outline = await plan(work, tools, signal);
    const file = path.join(folder, 'episode.mp3');
    const measured = await master(work, outline, file, tools, signal);
    await tools.ledger.enterStage(work, 'publishing');
    const { lines } = await tools.ledger.reread(work);
    const chapters = chaptersOf(outline, lines, measured.seconds * 1000);
    const published = await publish(work, outline, chapters, file, tools);
    await tools.finish.complete(work, { outline, chapters, measured, ...published });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function plan(work: Work, tools: Producer, signal: AbortSignal): Promise<Outline> {
  if (work.podcast.outline) return work.podcast.outline;
  await tools.ledger.enterStage(work, 'writing');
  const outline = await tools.writer.plan(briefOf(work), signal);
  await tools.ledger.change(work, { outline, title: outline.title, summary: outline.summary });
  return outline;
}

/** Records the episode and measures the file; a loudness that missed is mixed again from the clips. */
async function master(
  work: Work,
  outline: Outline,
  file: string,
  tools: Producer,
  signal: AbortSignal,
): Promise<Measured> {
  const { desk } = tools;
  const [A, B] = await Promise.all([
    tools.sample(work.podcast.voice1Id, signal),
    tools.sample(work.podcast.voice2Id, signal),
  ]);
  let gain = { A: desk.gainFor(A.clip), B: desk.gainFor(B.clip) };
  let current = work;
  for (let take = 1; ; take++) {
    await record(current, outline, { A, B }, gain, file, tools, signal);
    const measured = await desk.measure(file, signal);
    const correction = correctionFor(measured);
    if (correction === 0) {
      noteLength(work, measured);
      return measured;
    }
    if (take === TAKES) throw new Error(`the mix misses the house's loudness by ${correction} dB`);
    log.warn({ podcast: work.podcast.id, measured, correction }, 'mixing again');
    const factor = 10 ** (correction / 20);
    gain = { A: gain.A * factor, B: gain.B * factor };
    current = await tools.ledger.reread(work);
  }
}

/** Decibels by which the mix must change; 0 when it is as the house wants it. */
function correctionFor({ loudness, truePeak }: Measured): number {
  if (truePeak > LOUDNESS.truePeak) return LOUDNESS.truePeak - truePeak - 0.3;
  const miss = LOUDNESS.target - loudness;
  return Math.abs(miss) > LOUDNESS.tolerance ? miss : 0;
}

function noteLength(work: Work, { seconds }: Measured): void {
  const bought = work.podcast.duration * 60;
  const miss = seconds / bought - 1;
  const level = Math.abs(miss) > LENGTH_TOLERANCE ? 'error' : 'info';
  log[level]({ podcast: work.podcast.id, seconds, bought, miss }, 'episode measured');
}
