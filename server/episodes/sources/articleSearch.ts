import { Problem } from '#shared/problem.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Encyclopedia } from '../../reading/web/research.ts';

/** Whoever has no network learns it after this long, ms. */
const DEADLINE = 1_500;

/**
 * Finds the address of the article on a topic, for whom it is one of the ways that the demo knows;
 * `encyclopedia` is null everywhere else. Throws `Problem('source_refused')` with a sentence at the field.
 */
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
