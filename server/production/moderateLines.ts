import type { LineRow } from '../podcasts/lease.ts';
import { ProviderFailure } from '../provider.ts';
import type { RecordingRun } from './episodeRun.ts';

const BATCH_SIZE = 8;
/** How long a batch waits for more lines, ms: less than it takes to speak one. */
const LINGER = 250;

interface Batch {
  lines: LineRow[];
  closed: PromiseWithResolvers<void>;
  verdict: Promise<void>;
}

/**
 * Moderates every line before it is spoken, in batches. The first line goes alone, so that speech
 * starts only one call later. Lines that are spoken already were moderated then. Title, summary and
 * chapter titles are moderated with the first line, and shown before it is spoken.
 */
export function openLineModerator({ work, outline, moderator, episodeLog, signal }: RecordingRun) {
  const { title, summary, sections } = outline;
  let isHeadingShown = work.podcast.summary !== null;
  let open: Batch | null = null;
  let hasBegun = false;

  function close(batch: Batch): void {
    if (open === batch) open = null;
    batch.closed.resolve();
  }

  async function moderateBatch(batch: Batch): Promise<void> {
    await batch.closed.promise;
    const heading = isHeadingShown ? [] : [title, summary, ...sections.map((one) => one.title)];
    isHeadingShown = true;
    const texts = [...heading, ...batch.lines.map(({ text }) => text)];
    await admitTexts(moderator, texts, signal);
    if (heading.length) await episodeLog.change(work, { title, summary });
  }

  function begin(): Batch {
    const closed = Promise.withResolvers<void>();
    const batch: Batch = { lines: [], closed, verdict: Promise.resolve() };
    batch.verdict = moderateBatch(batch);
    const timer = setTimeout(() => close(batch), LINGER);
    closed.promise.then(() => clearTimeout(timer));
    return batch;
  }

  return {
    /** Resolves when the line may be spoken; rejects with the order's own failure when it may not. */
    admit(line: LineRow): Promise<void> {
      if (line.state === 'spoken') return Promise.resolve();
      open ??= begin();
      const batch = open;
      batch.lines.push(line);
      if (!hasBegun || batch.lines.length === BATCH_SIZE) close(batch);
      hasBegun = true;
      return batch.verdict;
    },
  };
}

/**
 * Resolves when these texts may be shown and spoken. Borderline ones are logged by the moderator, and
 * may: their topic was allowed. Throws `ProviderFailure`, of the order's own when they may not.
 */
export async function admitTexts(
  moderator: RecordingRun['moderator'],
  texts: string[],
  signal: AbortSignal,
): Promise<void> {
  if ((await moderator.moderate(texts.join('\n'), signal)) !== 'refused') return;
  throw new ProviderFailure('OpenAI', 'rejected', 'moderation refuses what the hosts would say', {
    subject: 'order',
  });
}
