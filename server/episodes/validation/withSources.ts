import type { EpisodeRequest } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import type { Owner } from '../sources/owner.ts';
import { titlesOf } from '../sources/titles.ts';

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
