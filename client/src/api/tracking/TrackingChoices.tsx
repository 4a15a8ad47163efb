import { useState } from 'react';
import { lazySheet } from '../../ui/lazySheet.tsx';
import { useConfig } from '../config.ts';

const ChoicesSheet = lazySheet(() => import('./ChoicesSheet.tsx'));

export function TrackingChoices({ className }: { className?: string }) {
  const pixelId = useConfig()?.pixelId;
  const [open, setOpen] = useState(false);
  if (!pixelId) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={className}
      >
        Tracking choices
      </button>
      {open && <ChoicesSheet open onClose={() => setOpen(false)} />}
    </>
  );
}
