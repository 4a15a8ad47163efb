import type { Recap } from '#shared/brief.ts';
import { log } from '../../base/kit/log.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import type { ReadingRun, Review } from '../run/episodeRun.ts';

/** How long a review may take beside the voices, ms. */
const DEADLINE = 30_000;
/** How long a published episode waits for its review, ms. */
const DELIVERY_WAIT = 5_000;

export function openReview(run: ReadingRun): Review {
  const { writer, moderator, episodeLog, work, spec, signal } = run;
  let reviewing: Promise<void> | null = work.podcast.recap ? Promise.resolve() : null;
  const delivery = new AbortController();

  async function found<T>(part: string, reading: Promise<T>, within: AbortSignal) {
    try {
      return await unlessAborted(reading, within);
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ podcast: work.podcast.id, part, err: error }, 'the script was not reviewed');
      return null;
    }
  }

  async function findRecap(lines: LineRow[], within: AbortSignal): Promise<Recap | null> {
    const recap = await found('recap', writer.recap(spec, lines, within), within);
    const shown = recap?.followUps.join('\n');
    if (!recap || !shown) return recap;
    // A model wrote them and they are shown as they are: what moderation does not allow is left
    // out.
    const verdict = await found('moderation', moderator.moderate(shown, within), within);
    return verdict === 'allowed' ? recap : { ...recap, followUps: [] };
  }

  async function review(lines: LineRow[]): Promise<void> {
    const within = AbortSignal.any([signal, delivery.signal, AbortSignal.timeout(DEADLINE)]);
    const [answers, recap] = await Promise.all([
      found('answers', writer.findAnswers(spec, lines, within), within),
      findRecap(lines, within),
    ]);
    await episodeLog.change(work, { answers: answers && placesOf(answers, lines), recap });
  }

  function begin(lines: LineRow[]): Promise<void> {
    reviewing ??= review([...lines]);
    // An error surfaces in `end`; until then it must not end the process.
    reviewing.catch(() => {});
    return reviewing;
  }
  return {
    begin,
    async end(lines) {
      const late = setTimeout(
        () => delivery.abort(new Error('the episode is delivered without it')),
        DELIVERY_WAIT,
      );
      try {
        await begin(lines);
      } finally {
        clearTimeout(late);
      }
    },
  };
}

function placesOf(answers: { question: number; first: number; last: number }[], lines: LineRow[]) {
  return answers.flatMap(({ question, first, last }) => {
    const [from, to] = [lines[first], lines[last]];
    return from && to ? [{ question, first: from.position, last: to.position }] : [];
  });
}
