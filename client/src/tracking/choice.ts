import { useSyncExternalStore } from 'react';

export type Choice = 'agreed' | 'declined';

export const CHOICE_KEY = 'duologue.tracking';

const changed = new Set<() => void>();
/** The answer that this browser would not keep; it holds for the visit. */
let unkept: Choice | null = null;

/** Whether the browser itself says no: Global Privacy Control, or the older Do Not Track. */
export function browserObjects(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
    doNotTrack?: string | null;
  };
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes';
}

/** Remembers the answer on this device. */
export function choose(choice: Choice): void {
  unkept = choice;
  try {
    // The answer before this one must not come back where this one cannot be kept.
    localStorage.removeItem(CHOICE_KEY);
    localStorage.setItem(CHOICE_KEY, choice);
    unkept = null;
  } catch {
    // private windows and full disks: asked again next time
  }
  for (const report of changed) report();
}

function read(): Choice | null {
  if (browserObjects()) return 'declined';
  try {
    const kept = localStorage.getItem(CHOICE_KEY);
    if (kept === 'agreed' || kept === 'declined') return kept;
  } catch {
    // nothing is kept for us
  }
  return unkept;
}

function subscribe(report: () => void) {
  changed.add(report);
  // An answer in one tab holds in all of them.
  window.addEventListener('storage', report);
  return () => {
    changed.delete(report);
    window.removeEventListener('storage', report);
  };
}

/** What this visitor answered; null while the question is open. A browser that objects is a no. */
export const useChoice = (): Choice | null => useSyncExternalStore(subscribe, read);
