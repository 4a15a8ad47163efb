import type { LineRow } from '../podcasts/lease.ts';
import { ProviderFailure } from '../provider.ts';
import type { Moderator } from '../script/script.ts';

/** Lines that are looked at together, at the most. */
const MOST = 8;
/** How long a line waits for others to be looked at with it, ms: less than it takes to speak one. */
const LINGER = 250;

/** What is shown of an episode beside what is said in it, and where it goes once it may be. */
interface Heading {
  texts: string[];
  show(): Promise<void>;
}

/** Stands between the writer and the voices. */
export interface LineModerator {
  /** Resolves when the line may be spoken; rejects with the order's own failure when it may not. */
  admit(line: LineRow): Promise<void>;
}

interface Batch {
  lines: LineRow[];
  closed: PromiseWithResolvers<void>;
  verdict: Promise<void>;
}

/**
 * Has every line looked at before it is spoken, in batches: the first line alone, so that speech
 * starts a call later than without it and no more. What was spoken before was looked at then. A
 * heading is looked at with the first line, and shown before that is spoken.
 */
export function openLineModerator(
  moderator: Moderator,
  heading: Heading | null,
  signal: AbortSignal,
): LineModerator {
  let open: Batch | null = null;
  let unseen = heading;
  let hasBegun = false;

  function close(batch: Batch): void {
    if (open === batch) open = null;
    batch.closed.resolve();
  }

  async function moderateBatch(batch: Batch): Promise<void> {
    await batch.closed.promise;
    const first = unseen;
    unseen = null;
    const talk = [...(first?.texts ?? []), ...batch.lines.map(({ text }) => text)].join('\n');
    // What is borderline is written down by the moderator, and its subject was sold: it is spoken.
    if ((await moderator.moderate(talk, signal)) !== 'refused') return first?.show();
    throw new ProviderFailure('OpenAI', 'rejected', 'moderation refuses what the hosts would say', {
      subject: 'order',
    });
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
    admit(line) {
      if (line.state === 'spoken') return Promise.resolve();
      open ??= begin();
      const batch = open;
      batch.lines.push(line);
      if (!hasBegun || batch.lines.length === MOST) close(batch);
      hasBegun = true;
      return batch.verdict;
    },
  };
}
