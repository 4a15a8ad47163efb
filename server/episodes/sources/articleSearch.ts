import { Problem } from '#shared/problem.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Encyclopedia } from '../../reading/web/research.ts';

/** Somebody without a network is told after this long, ms. */
const DEADLINE = 1_500;

/** `encyclopedia` is null except in the demo. Throws `Problem('source_refused')` at the field. */
export function openArticleSearch(encyclopedia: Encyclopedia | null) {
  return async (topic: string, gone: AbortSignal): Promise<string> => {
    if (!encyclopedia) throw refused('Topics aren’t looked up here.');
    const within = AbortSignal.any([gone, AbortSignal.timeout(DEADLINE)]);
    try {
      const question = { episode: '', topic, questions: [] };
      const [article] = await encyclopedia.find(question, within);
      if (article?.url) return article.url;
    } catch (error) {
      if (!(error instanceof ProviderFailure) && !within.aborted) throw error;
      throw refused('Wikipedia can’t be reached from here.', error);
    }
    throw refused('Wikipedia has no article on that.');
  };
}

function refused(message: string, cause?: unknown): Problem {
  return Object.assign(new Problem('source_refused', message, { topic: message }), { cause });
}
