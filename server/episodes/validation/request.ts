import { type EpisodeRequest, SAME_VOICE } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { type PausedTools, pauseIfRefused } from '../../supply/availability/paused.ts';
import type { Moderator } from '../../writing/script/scriptWriter.ts';
import { type Owner, titlesOf } from '../sources/sources.ts';

export interface Hosts {
  voices: { find(id: string): Promise<{ id: string; name: string } | null> };
}

/** Returns columns of an order or a preview. Throws `Problem('invalid')` at the voices' fields. */
export async function findHosts(
  { voices }: Hosts,
  { voice1Id, voice2Id }: Pick<EpisodeRequest, 'voice1Id' | 'voice2Id'>,
) {
  if (voice1Id === voice2Id) {
    throw new Problem('invalid', SAME_VOICE.message, { voice2Id: SAME_VOICE.message });
  }
  const [one, two] = await Promise.all([voices.find(voice1Id), voices.find(voice2Id)]);
  const message = 'This voice is no longer available. Please choose another';
  if (!one) throw new Problem('invalid', message, { voice1Id: message });
  if (!two) throw new Problem('invalid', message, { voice2Id: message });
  return { voice1Id: one.id, voice1Name: one.name, voice2Id: two.id, voice2Name: two.name };
}

export const columnsOf = (
  request: EpisodeRequest,
  hosts: Awaited<ReturnType<typeof findHosts>>,
) => ({
  topic: request.topic,
  tone: request.tone,
  style: request.style,
  duration: request.duration,
  ...hosts,
  brief: request.brief ?? null,
  sources: request.sources,
  onlyTheseSources: request.onlyTheseSources,
});

/** Somebody is waiting for the reply, ms. */
const DEADLINE = 10_000;

interface TopicTools extends PausedTools {
  moderator: Moderator;
  supportEmail: string;
}

/**
 * A buyer may write anything into topic, brief and sources' titles. The text of sources was
 * moderated when they were added. Throws `Problem('topic_refused')`, and `'unavailable'` with the
 * sentence `unchecked` while nothing can be moderated.
 */
export async function checkTopic(
  tools: TopicTools,
  { topic, brief }: Pick<EpisodeRequest, 'topic' | 'brief'>,
  titles: string[],
  unchecked: string,
): Promise<void> {
  const { moderator, supportEmail } = tools;
  const questions = brief?.questions.map((question) => question.text) ?? [];
  const parts = [topic, ...questions, brief?.level ?? '', ...(brief?.avoid ?? []), ...titles];
  const text = parts.join('\n').trim();
  const deadline = AbortSignal.timeout(DEADLINE);
  const verdict = await moderator.moderate(text, deadline).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure) && !deadline.aborted) throw error;
    await pauseIfRefused(tools, error);
    log.warn({ err: error }, 'a request was refused because its topic could not be checked');
    throw new Problem('unavailable', unchecked);
  });
  if (verdict === 'allowed') return;
  const message =
    verdict === 'borderline'
      ? `We’re not sure we can make this one. ${supportEmail ? `Write to ${supportEmail} and we’ll take a look` : 'Ask whoever runs this house to take a look'}`
      : titles.length > 0
        ? 'We can’t make an episode about this topic from these sources. Please change one of them'
        : 'We can’t make an episode about this topic. Please choose another';
  throw new Problem('topic_refused', message, { topic: message });
}

/** Keeps each source once. An order without sources cannot rest on sources alone. */
export function withSources<Request extends EpisodeRequest>(request: Request): Request {
  const sources = [...new Set(request.sources)];
  const onlyTheseSources = request.onlyTheseSources && sources.length > 0;
  return { ...request, sources, onlyTheseSources };
}

/** Throws `Problem('invalid')` when a source is gone or is somebody else's. */
export async function titlesOfSources(
  db: DbOrTx,
  owner: Owner | null,
  { sources }: EpisodeRequest,
): Promise<string[]> {
  const titles = await titlesOf(db, owner, sources);
  if (titles.length === sources.length) return titles;
  const message = 'A source you added is no longer there. Please remove it or add it again';
  throw new Problem('invalid', message, { sources: message });
}
