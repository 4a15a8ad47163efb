import { lazy, Suspense } from 'react';
import type { Transcript } from '#shared/script.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import type { useLayer } from './useLayer.ts';
import type { EpisodeSourcesState } from './useSources.ts';

/** The player goes on without them, so a chunk that does not load breaks only the sheet. */
const withoutChunk = () => ({ default: NotLoaded });
const Receipt = lazy(() => import('./Receipt.tsx').catch(withoutChunk));
const SourceList = lazy(() => import('./SourceList.tsx').catch(withoutChunk));

type SourceLayersProps = {
  layer: ReturnType<typeof useLayer>;
  sources: EpisodeSourcesState;
  segments: Transcript['segments'];
  /** Set for the owner, who may show everybody what only they can see. */
  publicId: string | null;
};

/** The sheets over the transcript: where all of it comes from, or where one line does. */
export function SourceLayers({ layer, sources, segments, publicId }: SourceLayersProps) {
  const { isOpen, isList, mark, close } = layer;
  return (
    <>
      <Sheet open={isOpen && !isList} onClose={close} title="Says who?">
        <Suspense fallback={<Skeleton className="h-40" />}>
          {mark && <Receipt mark={mark} segment={segments[mark.line]} />}
        </Suspense>
      </Sheet>
      <Sheet open={isOpen && isList} onClose={close} title="Where’s it from?">
        <Suspense fallback={<Skeleton className="h-70" />}>
          {isList && <SourceList sources={sources} publicId={publicId} />}
        </Suspense>
      </Sheet>
    </>
  );
}
