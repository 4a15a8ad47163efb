import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outline } from '#shared/script.ts';
import { log } from '../base/kit/log.ts';
import { inScratch } from '../base/kit/scratch.ts';
import { type LeasedEpisode, LeaseLost } from '../episodes/log/lease.ts';
import { adoptPreview } from '../episodes/previews/adopt.ts';
import type { Opening } from '../writing/script/scriptWriter.ts';
import { recordEpisode } from './mix/recordEpisode.ts';
import { admitTexts } from './read/moderateLines.ts';
import { readUp } from './read/readUp.ts';
import type { Attempt, SpecifiedAttempt } from './run/episodeRun.ts';
import { meterProviders } from './run/meteredProviders.ts';
import { loadSamples, specOf, voiceTraitsOf } from './run/specOf.ts';
import { rejectionIn } from './run/waitOutOutage.ts';
import { writeOpening } from './write/writeOpening.ts';

/** Longest wait of a visitor, ms. */
const DEADLINE = 45_000;
const LATER = 'We couldn’t make this just now. Try again in a moment, or order without it.';

/** Tells the visitor of a failure. Rejects when this instance has to hand the preview back. */
export async function producePreview(acquired: Attempt): Promise<void> {
  const { episodeLog, previewLog, signal } = acquired;
  const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
  const metered = meterProviders({ ...acquired, signal: within });
  let { work } = acquired;
  try {
    do {
      await makePending({ ...metered, work });
      work = await episodeLog.reread(work);
    } while (!(await previewLog.rest(work)));
  } catch (error) {
    if (error instanceof LeaseLost) return;
    signal.throwIfAborted();
    log.warn({ podcast: work.podcast.id, err: error }, 'a preview could not be made');
    await previewLog.fail(work, rejectionIn(error) ?? LATER).catch((failure: unknown) => {
      if (!(failure instanceof LeaseLost)) throw failure;
    });
  }
}

async function makePending(attempt: Attempt): Promise<void> {
  const { work, episodeLog, previewLog } = attempt;
  const pending = await previewLog.pendingWork(work.podcast.id);
  if (!pending) return;
  const traits = await voiceTraitsOf(attempt);
  if (!work.podcast.voiceTraits) await episodeLog.change(work, { voiceTraits: traits });
  const asked = { ...attempt, spec: specOf(work, [], traits) };
  // Attachments only: the web is not searched before anything is paid.
  const hasAttachments = work.podcast.sources.length > 0;
  const facts = hasAttachments ? await readUp({ ...asked, mayReadUp: async () => false }) : [];
  const spec = { ...asked.spec, facts };
  if (!pending.isTextDone) await writeOpening({ ...attempt, spec });
  const written = { ...attempt, work: await episodeLog.reread(work) };
  const outcomes = await Promise.allSettled([
    ...pending.lengths.map((minutes) => plan({ ...written, spec: { ...spec, minutes } })),
    ...(pending.wantsSound ? [record(written)] : []),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function plan(attempt: SpecifiedAttempt): Promise<void> {
  const { work, spec, writer, moderator, previewLog, signal } = attempt;
  const outline = await writer.plan({ ...spec, opening: openingOf(work) }, signal);
  const { summary, sections } = outline;
  await admitTexts(moderator, [summary, ...sections.map(({ title }) => title)], signal);
  await previewLog.keepPlan(work.podcast.id, spec.minutes, outline);
}

async function record(attempt: Attempt): Promise<void> {
  const { work, audio, episodeLog, previewLog } = attempt;
  const samples = await loadSamples(attempt);
  const gain = { A: audio.gainFor(samples.A.clip), B: audio.gainFor(samples.B.clip) };
  // Its title and lines were moderated when they were written.
  const outline: Outline = { title: work.podcast.title, summary: '', sections: [] };
  await inScratch(async (folder) => {
    const file = path.join(folder, 'preview.mp3');
    await recordEpisode({ ...attempt, outline, samples, file }, gain, async function* (now) {
      yield* now.work.lines;
    });
  });
  const last = (await episodeLog.parts(work)).at(-1);
  const milliseconds = last ? last.startMilliseconds + last.milliseconds : 0;
  await previewLog.keepSound(work.podcast.id, milliseconds / 1000);
}

const POLL_EVERY = 250;
/** Longest wait for a preview, ms: longer than a preview may take. */
const LONGEST_WAIT = 90_000;

/** Waits for a preview that is still being made, so that none of its lines is bought twice. */
export async function beginWithPreview(attempt: Attempt): Promise<LeasedEpisode> {
  const { work, db, episodeLog, pace, signal } = attempt;
  const { podcast, lines } = work;
  if (podcast.previewId === null || podcast.outline || podcast.plan || lines.length) return work;
  const until = performance.now() + LONGEST_WAIT;
  const adopt = () => db.transaction((tx) => adoptPreview(tx, podcast.id));
  while (!(await adopt()) && performance.now() < until) {
    await pause(POLL_EVERY * pace, undefined, { signal });
  }
  return episodeLog.reread(work);
}

export function openingOf({ podcast, lines }: LeasedEpisode): Opening | null {
  if (podcast.outline || !lines.length) return null;
  return { title: podcast.title, lines: lines.map(({ speaker, text }) => `${speaker}: ${text}`) };
}
