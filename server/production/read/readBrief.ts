import { setTimeout as pause } from 'node:timers/promises';
import type { OrderBrief } from '#shared/brief.ts';
import { isFeatureOn } from '../../base/db/featureSwitches.ts';
import { log } from '../../base/kit/log.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { LeasedEpisode } from '../../episodes/log/lease.ts';
import { loadAttachments } from '../../episodes/sources/sources.ts';
import type { Attempt } from '../run/episodeRun.ts';
import { specOf } from '../run/specOf.ts';

/** How long production waits for the brief, ms. */
const SOON = 2_500;

/** For an order without a brief that has not begun. Reading ends once the episode is planned. */
export function readBrief(attempt: Attempt) {
  const { work, signal } = attempt;
  const planned = new AbortController();
  const within = AbortSignal.any([signal, planned.signal]);
  const reading = readAndKeep({ ...attempt, signal: within });
  const soon = Promise.race([reading, pause(SOON, work, { ref: false })]);
  // Errors surface where it is awaited; until then they must not end the process.
  soon.catch(() => {});
  function end(): Promise<LeasedEpisode> {
    planned.abort(new Error('the episode is planned without it'));
    return reading;
  }
  return {
    /** Resolves with the brief, or without it if it takes longer than `SOON` from the start. */
    latest: () => Promise.race([reading, soon]),
    end,
    /** Waits for the reading: the next attempt must be the only one that reads. */
    [Symbol.asyncDispose]: async () => void (await end().catch(() => {})),
  };
}

async function readAndKeep(attempt: Attempt): Promise<LeasedEpisode> {
  const { work, episodeLog, signal } = attempt;
  const { brief, outline, plan } = work.podcast;
  if (brief || outline || plan || work.lines.length) return work;
  const read = await unlessAborted(briefOf(attempt), signal).catch((error: unknown) => {
    log.warn({ podcast: work.podcast.id, err: error }, 'the topic was not read');
    return null;
  });
  if (!read) return work;
  await episodeLog.change(work, { brief: read });
  return { ...work, podcast: { ...work.podcast, brief: read } };
}

async function briefOf(attempt: Attempt): Promise<OrderBrief | null> {
  const { db, work, moderator, writer, signal } = attempt;
  if (!(await isFeatureOn(db, 'briefs'))) return null;
  const titles = (await loadAttachments(db, work.podcast.sources)).map(({ title }) => title);
  const read = await writer.readTopic(specOf(work, [], null), titles, signal);
  const { questions, level, avoid } = read;
  // A model wrote it and it is shown as it is: what moderation does not allow is left out.
  const text = [...questions, level, ...avoid].filter(Boolean).join('\n');
  const isAllowed = text && (await moderator.moderate(text, signal)) === 'allowed';
  if (!isAllowed) return { id: null, questions: [], level: null, avoid: [] };
  const numbered = questions.map((question, at) => ({ id: `q${at + 1}`, text: question }));
  return { id: null, questions: numbered, level, avoid };
}
