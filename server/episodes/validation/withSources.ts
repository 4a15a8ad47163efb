import type { EpisodeRequest } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import type { Owner } from '../sources/owner.ts';
import { titlesOf } from '../sources/titles.ts';

/** Each source once. Nothing can rest on sources alone where there are none. */
export function withSources<Request extends EpisodeRequest>(request: Request): Request {
  const sources = [...new Set(request.sources)];
  const onlyTheseSources = request.onlyTheseSources && sources.length > 0;
  return { ...request, sources, onlyTheseSources };
}

/** The titles of what was brought. Throws `Problem('invalid')`: those of somebody else are gone for them. */
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
