import { Suspense, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { lazyOptional } from '../../ui/lazyOptional.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OrderControl } from '../form.ts';
import type { PreviewCardProps } from './PreviewCard.tsx';
import type { PreviewAsk } from './usePreview.ts';
import { useShow } from './useShow.ts';

const PreviewCard = lazyOptional<PreviewCardProps>(() => import('./PreviewCard.tsx'));

type PreviewSectionProps = { control: OrderControl; preview: PreviewAsk };

/** Where it is shown how the episode begins, once somebody asks. */
export function PreviewSection({ control, preview }: PreviewSectionProps) {
  const kept = useWatch({ control, name: 'keptPreview' });
  const { isAsking, refusal, presses } = preview;
  const section = useRef<HTMLDivElement>(null);
  useShow(section, presses);
  const isShown = isAsking || refusal !== null || kept !== undefined;
  return (
    <div ref={section} className="empty:hidden max-lg:order-1">
      {isShown && (
        <Suspense fallback={<Skeleton className="h-160 rounded-card" />}>
          <PreviewCard control={control} preview={preview} />
        </Suspense>
      )}
    </div>
  );
}
