import { useState } from 'react';

/** `isNeeded` stays true, so that the sheet can animate when it closes. */
export function useSheet() {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  return {
    isNeeded: state !== 'untouched',
    open: state === 'open',
    show: () => setState('open'),
    close: () => setState('closed'),
  };
}
