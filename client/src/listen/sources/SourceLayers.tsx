import type { Transcript } from '#shared/script.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { EpisodeSourcesState } from './useEpisodeSources.ts';
import type { useLayer } from './useLayer.ts';

const Receipt = lazyPart(() => import('./Receipt.tsx'), {
  fallback: <Skeleton className="h-40" />,
});
const SourceList = lazyPart(() => import('./SourceList.tsx'), {
  fallback: <Skeleton className="h-70" />,
});

type SourceLayersProps = {
  layer: ReturnType<typeof useLayer>;
  sources: EpisodeSourcesState;
  segments: Transcript['segments'];
  /** Set for the owner, who may show everybody the private sources. */
  publicId: string | null;
};

export function SourceLayers({ layer, sources, segments, publicId }: SourceLayersProps) {
  const { isOpen, isList, mark, close } = layer;
  return (
    <>
      <Sheet open={isOpen && !isList} onClose={close} title="Says who?">
        {mark && <Receipt mark={mark} segment={segments[mark.line]} />}
      </Sheet>
      <Sheet open={isOpen && isList} onClose={close} title="Where’s it from?">
        {isList && <SourceList sources={sources} publicId={publicId} />}
      </Sheet>
    </>
  );
}
