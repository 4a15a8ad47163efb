import { setTimeout as pause } from 'node:timers/promises';
import type { OrderBrief } from '#shared/brief.ts';
import { log } from '../../base/kit/log.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { LeasedEpisode } from '../../episodes/log/lease.ts';
import type { ProductionTools } from '../run/episodeRun.ts';
import { specOf } from '../run/specOf.ts';

/** Production waits no longer for it, ms. */
const SOON = 2_500;

/**
 * Reads what a topic asks for that was ordered without a brief, and keeps it in its place: beside whatever
 * else is done until the episode is planned. One that has begun is not read any more.
 */
export function readBrief(work: LeasedEpisode, tools: ProductionTools, signal: AbortSignal) {
  const planned = new AbortController();
  const reading = readAndKeep(work, tools, AbortSignal.any([signal, planned.signal]));
  const soon = Promise.race([reading, pause(SOON, work, { ref: false })]);
  // An error surfaces where it is waited for; until then it must not end the process.
  soon.catch(() => {});
  function end(): Promise<LeasedEpisode> {
    planned.abort(new Error('the episode is planned without it'));
    return reading;
  }
  return {
    /** The episode with its brief, as far as it is known by now; at the beginning that is waited for. */
    latest: () => Promise.race([reading, soon]),
    end,
    /** The next attempt must be the only one that reads. */
    [Symbol.asyncDispose]: async () => void (await end().catch(() => {})),
  };
}

async function readAndKeep(work: LeasedEpisode, tools: ProductionTools, within: AbortSignal) {
  const { brief, outline, plan } = work.podcast;
  if (brief || outline || plan || work.lines.length) return work;
  const read = await unlessAborted(briefOf(work, tools, within), within).catch((error: unknown) => {
    log.warn({ podcast: work.podcast.id, err: error }, 'the topic was not read');
    return null;
  });
  if (!read) return work;
  await tools.episodeLog.change(work, { brief: read });
  return { ...work, podcast: { ...work.podcast, brief: read } };
}

/** Null where topics are not read. */
async function briefOf(
  work: LeasedEpisode,
  { loadAttachments, mayReadTopics, moderator, writer }: ProductionTools,
  signal: AbortSignal,
): Promise<OrderBrief | null> {
  if (!(await mayReadTopics())) return null;
  const titles = (await loadAttachments(work.podcast.sources)).map(({ title }) => title);
  const read = await writer.readTopic(specOf(work, [], null), titles, signal);
  const { questions, level, avoid } = read;
  // Written by a model and shown as it is: what moderation does not allow is left out.
  const text = [...questions, level, ...avoid].filter(Boolean).join('\n');
  const isAllowed = text && (await moderator.moderate(text, signal)) === 'allowed';
  if (!isAllowed) return { id: null, questions: [], level: null, avoid: [] };
  const numbered = questions.map((question, at) => ({ id: `q${at + 1}`, text: question }));
  return { id: null, questions: numbered, level, avoid };
}
