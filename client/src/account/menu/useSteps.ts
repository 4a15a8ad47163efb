import { useState } from 'react';

/** The step that a sheet shows; null is its menu, at which each opening begins. */
export function useSteps<Step extends string>(open: boolean) {
  const [step, setStep] = useState<Step | null>(null);
  const [from, setFrom] = useState<Step | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Not on closing: the content stays while the sheet moves away.
    if (open) {
      setStep(null);
      setFrom(null);
    }
  }
  return {
    step,
    back() {
      setFrom(step);
      setStep(null);
    },
    /** Props of the row that leads to a step; it has the focus after the way back. */
    rowTo: (to: Step) => ({
      onClick: () => setStep(to),
      autoFocus: from === to,
      leadsOn: to !== 'delete',
    }),
  };
}
