import { BookOpenText, ChevronRight } from 'lucide-react';
import type { Transcript } from '#shared/script.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { OpenerButton } from '../../ui/SheetButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Sources } from './useSources.ts';

const load = () => import('./SourceDetails.tsx');
const Receipt = lazyPart(async () => ({ default: (await load()).Receipt }), {
  fallback: <Skeleton className="h-40" />,
});
const SourceList = lazyPart(async () => ({ default: (await load()).SourceList }), {
  fallback: <Skeleton className="h-70" />,
});

type SourceSheetProps = {
  sources: Sources;
  segments: Transcript['segments'];
  /** Set for the owner, who may show everybody the private sources. */
  publicId: string | null;
};

export function SourceSheet({ sources, segments, publicId }: SourceSheetProps) {
  const { isOpen, isList, mark, close } = sources;
  return (
    <Sheet open={isOpen} onClose={close} title={isList ? 'Where’s it from?' : 'Says who?'}>
      {isList && <SourceList sources={sources} publicId={publicId} />}
      {mark && <Receipt mark={mark} segment={segments[mark.line]} />}
    </Sheet>
  );
}

/** Renders nothing for an episode made before sources were kept. */
export function SourcesButton({ sources }: { sources: Sources }) {
  if (sources.url === null) return null;
  const { data } = sources.query;
  if (data?.basis === 'knowledge') return <SourcesRow value="From what the model knows" />;
  const count = data?.sources.length;
  return (
    <OpenerButton onOpen={sources.showList} className={row}>
      <Face value={count === 0 ? 'none' : count} />
      <ChevronRight aria-hidden size={20} className="shrink-0 text-soft" />
    </OpenerButton>
  );
}

/** Used where there is nothing to open, and while the page loads. */
export const SourcesRow = ({ value }: FaceProps) => (
  <p className={row}>
    <Face value={value} />
  </p>
);

/** A search bar above it has a border of its own. */
const row =
  'flex min-h-13 w-full items-center gap-3 border-y border-line text-left [search+*>&:first-child]:border-t-0';

type FaceProps = { value?: string | number | undefined };

function Face({ value }: FaceProps) {
  return (
    <>
      <BookOpenText aria-hidden size={20} className="shrink-0 text-soft" />
      <span className="grow font-bold">Sources</span>{' '}
      {value !== undefined && <span className="text-soft tabular-nums">{value}</span>}
    </>
  );
}
