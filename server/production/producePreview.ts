import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outline, ScriptLine } from '#shared/script.ts';
import { log } from '../base/kit/log.ts';
import { inScratch } from '../base/kit/scratch.ts';
import { type LeasedEpisode, LeaseLost, type LineRow } from '../episodes/log/lease.ts';
import { adoptPreview } from '../episodes/previews/adopt.ts';
import { broken } from '../writing/model/modelFailures.ts';
import type { Opening } from '../writing/script/scriptWriter.ts';
import { recordEpisode } from './mix/recordEpisode.ts';
import { openLineReader } from './read/lineReader.ts';
import { admitTexts, openLineModerator } from './read/moderateLines.ts';
import { openPieces, openReadingQueue } from './read/readingQueue.ts';
import { readUp } from './read/readUp.ts';
import type { Attempt, SpecifiedAttempt } from './run/episodeRun.ts';
import { meterProviders } from './run/meteredProviders.ts';
import { loadSamples, specOf, voiceTraitsOf } from './run/specOf.ts';
import { rejectionIn } from './run/waitOutOutage.ts';

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

const FEWEST = 3;
/** Lines of the first piece: a visitor waits for it, and for the title that is read with it. */
const FIRST = 2;

/** Nothing is shown before it is moderated and read. Throws `ProviderFailure`. */
async function writeOpening(attempt: SpecifiedAttempt): Promise<void> {
  const { work, episodeLog } = attempt;
  const isRead = ({ state }: LineRow) => state !== 'written';
  if (work.lines.length < FEWEST || !work.lines.every(isRead)) await writeAnew(attempt);
  // A summary, even an empty one, marks it as complete: its title is not moderated again.
  await episodeLog.change(work, { summary: '', attempts: 0 });
}

async function writeAnew(attempt: SpecifiedAttempt): Promise<void> {
  const { work, spec, writer, episodeLog, signal } = attempt;
  if (work.lines.length) await episodeLog.forgetLines(work);
  let title = '';
  const stop = new AbortController();
  const run = { ...attempt, signal: AbortSignal.any([signal, stop.signal]) };
  async function* opened(): AsyncGenerator<ScriptLine> {
    for await (const piece of writer.open(spec, run.signal)) {
      if ('title' in piece) title = piece.title;
      else yield piece.line;
    }
  }
  const unread = openReadingQueue();
  const facts = (spec.facts ?? []).map(({ number }) => number);
  async function write(): Promise<void> {
    const place = { place: 'preview' as const, earlier: [], facts, instead: null };
    const pieces = openPieces([FIRST], (rows, pace) =>
      unread.add({ ...place, rows, pace, shown: rows[0]?.position === 0 ? [title] : [] }),
    );
    const moderator = openLineModerator(run, () => [title]);
    for await (const line of moderator.pass(opened(), { section: 0, soFar: [] })) {
      pieces.add(await episodeLog.addLine(work, line, 0));
    }
    pieces.end();
  }
  const reader = openLineReader(run, [], {
    show: ([read = title]) => episodeLog.change(work, { title: read }),
  });
  const writing = write().then(unread.end, unread.fail);
  let count = 0;
  try {
    for await (const one of unread.pieces) for await (const _ of reader.read(one)) count++;
  } finally {
    stop.abort();
    await writing;
  }
  if (count < FEWEST) throw broken('too few lines are left of the beginning');
}
