import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OrderControl } from '../form.ts';
import type { PreviewAsk } from './usePreview.ts';
import { useShow } from './useShow.ts';

const PreviewCard = lazyPart(() => import('./PreviewCard.tsx'), {
  fallback: <Skeleton className="h-160 rounded-card" />,
});

type PreviewSectionProps = { control: OrderControl; preview: PreviewAsk };

export function PreviewSection({ control, preview }: PreviewSectionProps) {
  const kept = useWatch({ control, name: 'keptPreview' });
  const { isAsking, refusal, presses } = preview;
  const section = useRef<HTMLDivElement>(null);
  useShow(section, presses);
  useEffect(PreviewCard.loadBeforeUse, []);
  useEffect(() => {
    if (presses > 0) PreviewCard.load();
  }, [presses]);
  const isShown = isAsking || refusal !== null || kept !== undefined;
  return (
    <div ref={section} className="empty:hidden">
      {isShown && <PreviewCard control={control} preview={preview} />}
    </div>
  );
}
