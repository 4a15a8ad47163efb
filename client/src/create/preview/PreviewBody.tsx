import { useState } from 'react';
import type { Player } from '../../player/engine/player.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Title } from '../../ui/Title.tsx';
import { ChaptersAhead } from './ChaptersAhead.tsx';
import { OpeningLines } from './OpeningLines.tsx';
import { PreviewSound } from './PreviewSound.tsx';
import type { Refusal } from './previewRefusal.ts';
import type { Shown } from './useKeptPreview.ts';

type PreviewBodyProps = Pick<
  Shown,
  'preview' | 'minutes' | 'length' | 'chapters' | 'chapterRefusal' | 'onRetry'
> & {
  /** The form has changed since; a preview without sound gets none. */
  isStale: boolean;
  voices: string[];
  onSilence: (silence: (Refusal & { id: string }) | null) => void;
};

export function PreviewBody(props: PreviewBodyProps) {
  const { preview, minutes, isStale, voices, onSilence } = props;
  const [player, setPlayer] = useState<Player | null>(null);
  const isWriting = preview?.state !== 'written';
  const hasSound = !isWriting && (!isStale || preview.sound.state !== 'none');
  return (
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
          onRefusal={(why) => onSilence(why && { ...why, id: preview.id })}
          onPlayer={setPlayer}
        />
      )}
      <OpeningLines
        lines={preview?.lines ?? []}
        isWriting={isWriting}
        voices={voices}
        player={player}
      />
      <ChaptersAhead
        duration={props.length}
        chapters={props.chapters}
        refusal={props.chapterRefusal}
        onRetry={props.onRetry}
      />
    </div>
  );
}
