import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError, isNotFound, messageOf } from '../../api/client.ts';
import { previewLengthQuery, previewQuery } from '../../api/previews.ts';
import { useSales } from '../../api/sales.ts';
import type { Player } from '../../player/engine/player.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Title } from '../../ui/Title.tsx';
import type { DraftValues, KeptPreview, OrderControl } from '../draft.ts';
import { useHeading } from '../useHeading.ts';
import { changesSince, requestOf, sayChanges, voicesOf } from './beginning.ts';
import { ChaptersAhead, OpeningLines, PreviewSound } from './PreviewParts.tsx';
import type { PreviewAsk } from './usePreview.ts';

const UNEXPLAINED = 'We couldn’t write how it starts.';
const WRITING = 'Writing how it starts...';
const LOST = 'We lost the connection. We’ll pick up again.';
const goesOn = (sells: boolean) =>
  `This is how your episode starts. ${sells ? 'Order it' : 'Have it made'}, and it picks up from here.`;

type PreviewCardProps = { control: OrderControl; preview: PreviewAsk };

export default function PreviewCard({ control, preview: asked }: PreviewCardProps) {
  const sells = useSales();
  const { ask, isAsking, drop } = asked;
  const values = useWatch({ control, compute: (all: DraftValues) => ({ ...all }) });
  const kept = isAsking ? undefined : values.keptPreview;
  const { preview, minutes, changes, isLost, ahead } = useKeptPreview(values, kept, drop);
  const [player, setPlayer] = useState<Player | null>(null);
  /** Why the preview of this id has no sound. */
  const [silence, setSilence] = useState<{ id: string; sentence: string } | null>(null);
  const heading = useHeading();
  // The form has changed since; a preview without sound gets none.
  const isStale = changes.length > 0;
  // A refusal no longer matters once the form fits the kept preview again.
  const refusal = kept && !isStale ? null : asked.refusal;
  const isWriting = preview?.state !== 'written';
  const hasSound = !isWriting && (!isStale || preview.sound.state !== 'none');

  function says(): string {
    if (refusal) return refusal.sentence;
    if (isStale) return sayChanges(changes, values.brief?.isEdited === true);
    if (isLost) return LOST;
    if (preview?.state !== 'written') return WRITING;
    if (silence?.id === preview.id) return silence.sentence;
    // Without chapters, the failure is shown in their place.
    return (ahead.chapters && preview.failure) || goesOn(sells);
  }
  function askAgain() {
    // The pressed button is gone, and the focus with it.
    heading.focus();
    void ask();
  }
  return (
    <section aria-labelledby={heading.id} className="rounded-card bg-panel p-5 shadow-lift">
      <h2 {...heading.props}>How it starts</h2>
      <p
        role="status"
        className={classes('mt-1 min-h-12 sm:min-h-6', refusal ? 'font-semibold' : 'text-soft')}
      >
        {says()}
      </p>
      {(refusal ? refusal.mayRetry : isStale) && (
        <Button onClick={askAgain} className="mt-2">
          {refusal ? 'Try again' : 'Hear it'}
        </Button>
      )}
      {(isAsking || kept) && (
        <div className="mt-4 flex flex-col gap-5">
          {preview?.title ? (
            <Title text={preview.title} className="min-h-12 sm:min-h-7" />
          ) : (
            <Skeleton className="h-12 sm:h-7" />
          )}
          {isWriting && <Skeleton className="size-14 rounded-full!" />}
          {hasSound && (
            <PreviewSound
              key={preview.id}
              preview={preview}
              minutes={minutes}
              onRefusal={(why) => setSilence(why && { id: preview.id, sentence: why.sentence })}
              onPlayer={setPlayer}
            />
          )}
          <OpeningLines
            lines={preview?.lines ?? []}
            isWriting={isWriting}
            voices={kept ? voicesOf(kept.of) : []}
            player={player}
          />
          <ChaptersAhead {...ahead} />
        </div>
      )}
    </section>
  );
}

function useKeptPreview(
  values: DraftValues,
  kept: KeptPreview | undefined,
  drop: (reason: string | null) => void,
) {
  const { duration } = values;
  const id = kept?.id ?? '';
  const changes = kept ? changesSince(kept, values) : [];
  const hasOtherLength = kept !== undefined && kept.duration !== duration && changes.length === 0;
  const other = useQuery({
    ...previewLengthQuery(id, requestOf(values)),
    enabled: hasOtherLength,
  });
  const isAsked = hasOtherLength && other.isSuccess;
  /** The length that the preview was last asked for with. */
  const minutes = isAsked ? duration : (kept?.duration ?? duration);
  const { data, error } = useQuery({ ...previewQuery(id, minutes), enabled: kept !== undefined });
  const preview = (kept && data?.preview) ?? null;

  const isGone = kept !== undefined && isNotFound(error);
  const failure = preview?.state === 'failed' ? (preview.failure ?? UNEXPLAINED) : null;
  useEffect(() => {
    if (isGone || failure !== null) drop(failure);
  }, [isGone, failure, drop]);

  const refused = hasOtherLength && other.error instanceof ApiError;
  const ahead = {
    duration: hasOtherLength ? duration : minutes,
    chapters: hasOtherLength && !isAsked ? null : (preview?.chapters ?? null),
    refusal: refused ? messageOf(other.error) : (preview?.failure ?? null),
    onRetry: () => void other.refetch(),
  };
  return { preview, minutes, changes, isLost: error !== null, ahead };
}
