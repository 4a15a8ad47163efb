import type { PodcastStatus } from '#shared/episode.ts';
import type { PodcastRow } from './lease.ts';

export function statusOf({ status }: Pick<PodcastRow, 'status'>): PodcastStatus {
  if (status === 'preview') throw new Error('a preview was about to be shown as an episode');
  return status;
}
