import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Title } from '../../ui/Title.tsx';
import type { OrderControl, OrderForm } from '../form.ts';
import { sayChanges } from './beginning.ts';
import { ChaptersAhead } from './ChaptersAhead.tsx';
import { voicesOf } from './kept.ts';
import { OpeningLines } from './OpeningLines.tsx';
import { PreviewSound } from './PreviewSound.tsx';
import type { Refusal } from './refusal.ts';
import { useKeptPreview } from './useKeptPreview.ts';
import type { PreviewAsk } from './usePreview.ts';

const WRITING = 'Writing how it starts...';
const LOST = 'We lost the connection. It goes on by itself.';
const GOES_ON = 'This is how your episode starts. Order it and it goes on from here.';

export type PreviewCardProps = { control: OrderControl; preview: PreviewAsk };

/** How the episode begins: title, first lines, sound, and what comes then. */
export default function PreviewCard({ control, preview: asked }: PreviewCardProps) {
  const { ask, isAsking, refusal, drop } = asked;
  const values = useWatch({ control, compute: (all: OrderForm) => ({ ...all }) });
  const kept = isAsking ? undefined : values.keptPreview;
  const shown = useKeptPreview(values, kept, drop);
  const { preview, changes, isLost } = shown;
  const [silence, setSilence] = useState<(Refusal & { id: string }) | null>(null);
  const label = useId();

  const isStale = changes.length > 0;
  const isWriting = preview?.state !== 'written';
  const isMute = silence !== null && silence.id === preview?.id;
  function says(): string {
    if (refusal) return refusal.sentence;
    if (isStale) return sayChanges(changes, values.brief?.isEdited === true);
    if (isLost) return LOST;
    if (isWriting) return WRITING;
    return isMute ? silence.sentence : GOES_ON;
  }
  const hasSound = preview?.state === 'written' && (!isStale || preview.sound.state !== 'none');
  const isShown = isAsking || kept !== undefined;
  return (
    <section aria-labelledby={label} className="rounded-card bg-panel p-5 shadow-lift">
      <h2 id={label} className="font-sans text-body font-bold">
        How it starts
      </h2>
      <p
        role="status"
        className={classes('mt-1 min-h-12 sm:min-h-6', refusal ? 'font-semibold' : 'text-soft')}
      >
        {says()}
      </p>
      {(refusal ? refusal.mayRetry : isStale) && (
        <Button onClick={ask} className="mt-2">
          {refusal ? 'Try again' : 'Hear it'}
        </Button>
      )}
      {isShown && (
        <div className="mt-4 flex flex-col gap-5">
          {preview?.title ? (
            <Title text={preview.title} className="min-h-12 sm:min-h-7" />
          ) : (
            <Skeleton className="h-12 sm:h-7" />
          )}
          {preview && hasSound ? (
            <PreviewSound
              key={preview.id}
              preview={preview}
              minutes={shown.minutes}
              onRefusal={(why) => setSilence(why && { ...why, id: preview.id })}
            />
          ) : (
            isWriting && <Skeleton className="size-14 rounded-full!" />
          )}
          <OpeningLines
            lines={preview?.lines ?? []}
            isWriting={isWriting}
            voices={kept ? voicesOf(kept.of) : []}
          />
          <ChaptersAhead
            duration={shown.length}
            chapters={shown.chapters}
            refusal={shown.chapterRefusal}
          />
        </div>
      )}
    </section>
  );
}
