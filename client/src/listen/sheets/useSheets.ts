import { useState } from 'react';

export type SheetName = 'share' | 'menu' | 'keys' | 'report';

/** `isNeeded` stays true after the first opening, so that sheets can animate when they close. */
export function useSheets() {
  const [open, setOpen] = useState<SheetName | null>(null);
  const [isNeeded, setNeeded] = useState(false);
  if (open !== null && !isNeeded) setNeeded(true);
  return { open, isNeeded, show: setOpen, close: () => setOpen(null) };
}
