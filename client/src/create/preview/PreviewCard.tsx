import { useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import type { OrderControl, OrderForm } from '../form.ts';
import { sayChanges } from './beginning.ts';
import { voicesOf } from './kept.ts';
import { PreviewBody } from './PreviewBody.tsx';
import type { Refusal } from './previewRefusal.ts';
import { useKeptPreview } from './useKeptPreview.ts';
import type { PreviewAsk } from './usePreview.ts';

const WRITING = 'Writing how it starts...';
const LOST = 'We lost the connection. We’ll pick up again.';
const goesOn = (sells: boolean) =>
  `This is how your episode starts. ${sells ? 'Order it' : 'Have it made'}, and it picks up from here.`;

type PreviewCardProps = { control: OrderControl; preview: PreviewAsk };

export default function PreviewCard({ control, preview: asked }: PreviewCardProps) {
  const sells = useSales();
  const { ask, isAsking, drop } = asked;
  const values = useWatch({ control, compute: (all: OrderForm) => ({ ...all }) });
  const kept = isAsking ? undefined : values.keptPreview;
  const shown = useKeptPreview(values, kept, drop);
  const { preview, changes } = shown;
  const [silence, setSilence] = useState<(Refusal & { id: string }) | null>(null);
  const label = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isStale = changes.length > 0;
  // A refusal no longer matters once the form fits the kept preview again.
  const refusal = kept && !isStale ? null : asked.refusal;

  function says(): string {
    if (refusal) return refusal.sentence;
    if (isStale) return sayChanges(changes, values.brief?.isEdited === true);
    if (shown.isLost) return LOST;
    if (preview?.state !== 'written') return WRITING;
    if (silence?.id === preview.id) return silence.sentence;
    // Without chapters, the failure is shown in their place.
    return (shown.chapters && preview.failure) || goesOn(sells);
  }
  function askAgain() {
    // The pressed button is gone, and the focus with it.
    heading.current?.focus({ preventScroll: true });
    void ask();
  }
  return (
    <section aria-labelledby={label} className="rounded-card bg-panel p-5 shadow-lift">
      <h2
        ref={heading}
        id={label}
        tabIndex={-1}
        className="font-sans text-body font-bold outline-none"
      >
        How it starts
      </h2>
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
        <PreviewBody
          {...shown}
          isStale={isStale}
          voices={kept ? voicesOf(kept.of) : []}
          onSilence={setSilence}
        />
      )}
    </section>
  );
}
