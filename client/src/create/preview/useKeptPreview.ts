import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Preview } from '#shared/previews.ts';
import type { Duration } from '#shared/pricing.ts';
import { ApiError, isNotFound, messageOf } from '../../api/client.ts';
import { previewLengthQuery, previewQuery } from '../../api/previews.ts';
import type { DraftValues } from '../draft.ts';
import { changesSince, requestOf } from './beginning.ts';
import type { Aspect, KeptPreview } from './kept.ts';

export type Shown = {
  preview: Preview | null;
  /** The length that the preview was last asked for with. */
  minutes: Duration;
  changes: Aspect[];
  chapters: string[] | null;
  /** The length that `chapters` are of. */
  length: Duration;
  chapterRefusal: string | null;
  onRetry: () => void;
  isLost: boolean;
};

export function useKeptPreview(
  values: DraftValues,
  kept: KeptPreview | undefined,
  drop: (reason: string | null) => void,
): Shown {
  const { duration } = values;
  const id = kept?.id ?? '';
  const changes = kept ? changesSince(kept, values) : [];
  const hasOtherLength = kept !== undefined && kept.duration !== duration && changes.length === 0;
  const other = useQuery({
    ...previewLengthQuery(id, requestOf(values)),
    enabled: hasOtherLength,
  });
  const isAsked = hasOtherLength && other.isSuccess;
  const minutes = isAsked ? duration : (kept?.duration ?? duration);
  const { data, error } = useQuery({ ...previewQuery(id, minutes), enabled: kept !== undefined });
  const preview = (kept && data?.preview) ?? null;

  const isGone = kept !== undefined && isNotFound(error);
  const failure = preview?.state === 'failed' ? (preview.failure ?? UNEXPLAINED) : null;
  useEffect(() => {
    if (isGone || failure !== null) drop(failure);
  }, [isGone, failure, drop]);

  const refused = hasOtherLength && other.error instanceof ApiError;
  const chapters = hasOtherLength && !isAsked ? null : (preview?.chapters ?? null);
  return {
    preview,
    minutes,
    changes,
    length: hasOtherLength ? duration : minutes,
    chapters,
    chapterRefusal: refused ? messageOf(other.error) : (preview?.failure ?? null),
    onRetry: () => void other.refetch(),
    isLost: error !== null,
  };
}

const UNEXPLAINED = 'We couldn’t write how it starts.';
