import { log } from '../log.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import type { Brief } from '../script/script.ts';
import type { ProductionTools, Review } from './episodeRun.ts';

/** How long a review may take, ms: it runs beside the voices, and no episode waits for it for long. */
const DEADLINE = 30_000;

interface Tools extends Pick<ProductionTools, 'writer' | 'moderator' | 'episodeLog'> {
  work: LeasedEpisode;
  brief: Brief;
  signal: AbortSignal;
}

export function openReview({ writer, moderator, episodeLog, work, brief, signal }: Tools): Review {
  let reviewing: Promise<void> | null = work.podcast.recap ? Promise.resolve() : null;

  async function review(lines: LineRow[]): Promise<void> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
    const missed = (error: unknown) => {
      signal.throwIfAborted();
      log.warn({ podcast: work.podcast.id, err: error }, 'the script was not reviewed');
      return null;
    };
    const [answers, recap] = await Promise.all([
      writer.findAnswers(brief, lines, within).catch(missed),
      writer.recap(brief, lines, within).catch(missed),
    ]);
    // Written by a model and shown as they are: what moderation does not allow is left out.
    const shown = recap?.followUps.join('\n');
    const verdict = shown && (await moderator.moderate(shown, within).catch(missed));
    if (recap && verdict !== 'allowed') recap.followUps = [];
    await episodeLog.change(work, { answers: answers && placesOf(answers, lines), recap });
  }

  const begin = (lines: LineRow[]) => {
    reviewing ??= review([...lines]);
    // An error surfaces in `end`; until then it must not end the process.
    reviewing.catch(() => {});
    return reviewing;
  };
  return { begin, end: begin };
}

/** Answers by the positions of their lines, instead of by their places in the list. */
function placesOf(answers: { question: number; first: number; last: number }[], lines: LineRow[]) {
  return answers.flatMap(({ question, first, last }) => {
    const [from, to] = [lines[first], lines[last]];
    return from && to ? [{ question, first: from.position, last: to.position }] : [];
  });
}
