import { useState } from 'react';

/** A sheet that is loaded when it first opens, and stays while it closes. */
export function useSheet() {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  return {
    isNeeded: state !== 'untouched',
    open: state === 'open',
    show: () => setState('open'),
    close: () => setState('closed'),
  };
}
