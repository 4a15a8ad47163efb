import type { PodcastStatus } from '#shared/episode.ts';
import type { PodcastRow } from './lease.ts';

/** The status that an episode is shown with. The row of a preview is not reached as an episode. */
export function statusOf({ status }: Pick<PodcastRow, 'status'>): PodcastStatus {
  if (status === 'preview') throw new Error('a preview was about to be shown as an episode');
  return status;
}
