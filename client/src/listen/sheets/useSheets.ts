import { useState } from 'react';

export type SheetName = 'share' | 'menu' | 'keys' | 'report';

/** Which sheet is open, one at a time. They are needed from the first on, to be there while they close. */
export function useSheets() {
  const [open, setOpen] = useState<SheetName | null>(null);
  const [isNeeded, setNeeded] = useState(false);
  if (open !== null && !isNeeded) setNeeded(true);
  return { open, isNeeded, show: setOpen, close: () => setOpen(null) };
}
