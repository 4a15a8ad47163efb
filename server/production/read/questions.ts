import { log } from '../../base/kit/log.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';

/** How long the last section before the goodbye waits to learn what is open, ms. */
const DEADLINE = 10_000;

/** The last section before the goodbye gets all that no line has answered, whoever owed it. */
export async function findQuestionsToAnswer(
  run: EpisodeRun,
  section: number,
  written: LineRow[],
): Promise<string[]> {
  const { questions = [] } = run.spec;
  const { sections } = run.outline;
  const planned = (sections[section]?.owes ?? []).map((number) => number - 1);
  const isLast = section === sections.length - 2;
  const open = isLast && questions.length && written.length ? await unanswered(run, written) : null;
  return [...new Set(open ?? planned)].flatMap((index) => questions[index] ?? []);
}

/** Null when nobody can tell. */
async function unanswered(run: EpisodeRun, written: LineRow[]): Promise<number[] | null> {
  const { spec, signal, work, writer } = run;
  const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
  try {
    const answered = await writer.findAnswers(spec, written, within);
    const places = new Set(answered.map(({ question }) => question));
    return [...(spec.questions ?? []).keys()].filter((index) => !places.has(index));
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ podcast: work.podcast.id, err: error }, 'open questions were not looked for');
    return null;
  }
}
