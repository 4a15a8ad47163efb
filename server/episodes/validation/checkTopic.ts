import type { EpisodeRequest } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { type PausedTools, pauseIfRefused } from '../../supply/availability/paused.ts';
import type { Moderator } from '../../writing/script/scriptWriter.ts';

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
