import { type ComponentType, useEffect } from 'react';
import { type FailedProps, lazyPart } from './lazyPart.tsx';
import { useToast } from './Toast.tsx';

type SheetProps = { open: unknown; onClose: () => void };

/** If the sheet does not load, it closes again and a toast says so. */
export const lazySheet = <Props extends SheetProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazyPart(load, { Failed: NotOpened });

function NotOpened({ open, onClose, failures, isGone }: SheetProps & FailedProps) {
  const { toast } = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it failed
  useEffect(() => {
    if (!open) return;
    onClose();
    toast({
      kind: 'destructive',
      title: 'That didn’t load',
      description: isGone
        ? 'Reload the page and try again.'
        : 'Check your connection and try again.',
    });
  }, [failures]);
  return null;
}
