import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outline } from '#shared/script.ts';
import { log } from '../base/kit/log.ts';
import { inScratch } from '../base/kit/scratch.ts';
import { type LeasedEpisode, LeaseLost } from '../episodes/log/lease.ts';
import type { Opening, ScriptSpec } from '../writing/script/scriptWriter.ts';
import { recordEpisode } from './mix/recordEpisode.ts';
import { admitTexts } from './read/moderateLines.ts';
import { readUp } from './read/readUp.ts';
import type { ProductionTools } from './run/episodeRun.ts';
import { meterProviders } from './run/meteredProviders.ts';
import { loadSamples, specOf, voiceTraitsOf } from './run/specOf.ts';
import { rejectionIn } from './run/waitOutOutage.ts';
import { writeOpening } from './write/writeOpening.ts';

/** Longest wait of a visitor, ms. */
const DEADLINE = 45_000;
const LATER = 'We couldn’t make this just now. Try again in a moment, or order without it.';

/** Tells the visitor of a failure. Rejects when this instance has to hand the preview back. */
export async function producePreview(
  acquired: LeasedEpisode,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
  const metered = meterProviders(acquired, tools, within);
  let work = acquired;
  try {
    do {
      await makePending(work, metered, within);
      work = await tools.episodeLog.reread(work);
    } while (!(await tools.previewLog.rest(work)));
  } catch (error) {
    if (error instanceof LeaseLost) return;
    signal.throwIfAborted();
    log.warn({ podcast: work.podcast.id, err: error }, 'a preview could not be made');
    await tools.previewLog.fail(work, rejectionIn(error) ?? LATER).catch(unlessLost);
  }
}

function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}

async function makePending(
  work: LeasedEpisode,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const pending = await tools.previewLog.pendingWork(work.podcast.id);
  if (!pending) return;
  const traits = await voiceTraitsOf(work, tools);
  if (!work.podcast.voiceTraits) await tools.episodeLog.change(work, { voiceTraits: traits });
  const asked = specOf(work, [], traits);
  const facts = await readAttachments(work, asked, tools, signal);
  const spec = { ...asked, facts };
  if (!pending.isTextDone) await writeOpening(work, spec, tools, signal);
  const written = await tools.episodeLog.reread(work);
  const outcomes = await Promise.allSettled([
    ...pending.lengths.map((minutes) => plan(written, { ...spec, minutes }, tools, signal)),
    ...(pending.wantsSound ? [record(written, tools, signal)] : []),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Reads attachments only: the web is not searched before anything is paid. */
function readAttachments(
  work: LeasedEpisode,
  spec: ScriptSpec,
  tools: ProductionTools,
  signal: AbortSignal,
): ReturnType<typeof readUp> {
  const hasAttachments = work.podcast.sources.length > 0;
  return hasAttachments
    ? readUp(work, spec, { ...tools, mayReadUp: async () => false }, signal)
    : Promise.resolve([]);
}

async function plan(
  work: LeasedEpisode,
  spec: ScriptSpec,
  { writer, moderator, previewLog }: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const outline = await writer.plan({ ...spec, opening: openingOf(work) }, signal);
  const { summary, sections } = outline;
  await admitTexts(moderator, [summary, ...sections.map(({ title }) => title)], signal);
  await previewLog.keepPlan(work.podcast.id, spec.minutes, outline);
}

async function record(
  work: LeasedEpisode,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const { audio, episodeLog, previewLog } = tools;
  const samples = await loadSamples(work, tools, signal);
  const gain = { A: audio.gainFor(samples.A.clip), B: audio.gainFor(samples.B.clip) };
  // Its title and lines were moderated when they were written.
  const outline: Outline = { title: work.podcast.title, summary: '', sections: [] };
  await inScratch(async (folder) => {
    const file = path.join(folder, 'preview.mp3');
    const run = { ...tools, work, outline, samples, file, signal };
    await recordEpisode(run, gain, async function* (now) {
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
export async function beginWithPreview(
  work: LeasedEpisode,
  { adoptPreview, episodeLog, pace }: ProductionTools,
  signal: AbortSignal,
): Promise<LeasedEpisode> {
  const { podcast, lines } = work;
  if (podcast.previewId === null || podcast.outline || podcast.plan || lines.length) return work;
  const until = performance.now() + LONGEST_WAIT;
  while (!(await adoptPreview(podcast.id)) && performance.now() < until) {
    await pause(POLL_EVERY * pace, undefined, { signal });
  }
  return episodeLog.reread(work);
}

export function openingOf({ podcast, lines }: LeasedEpisode): Opening | null {
  if (podcast.outline || !lines.length) return null;
  return { title: podcast.title, lines: lines.map(({ speaker, text }) => `${speaker}: ${text}`) };
}
