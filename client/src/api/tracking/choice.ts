import { useSyncExternalStore } from 'react';

export type Choice = 'agreed' | 'declined';

export const CHOICE_KEY = 'duologue.tracking';

/** An answer that could not be stored; it holds for the visit. */
let unstored: Choice | null = null;

/** The signal is Global Privacy Control or the older Do Not Track. */
export function browserObjects(): boolean {
  const signals: { globalPrivacyControl?: boolean; doNotTrack?: string | null } = navigator;
  const { globalPrivacyControl, doNotTrack } = signals;
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes';
}

export function choose(choice: Choice): void {
  unstored = choice;
  try {
    // An earlier answer must not come back if this one cannot be stored.
    localStorage.removeItem(CHOICE_KEY);
    localStorage.setItem(CHOICE_KEY, choice);
    unstored = null;
  } catch {
    // private window or full storage: asked again next time
  }
  // As the browser does for an answer in another tab, which applies to this one, too.
  window.dispatchEvent(new Event('storage'));
}

function read(): Choice | null {
  if (browserObjects()) return 'declined';
  try {
    const stored = localStorage.getItem(CHOICE_KEY);
    if (stored === 'agreed' || stored === 'declined') return stored;
  } catch {
    // storage is not available
  }
  return unstored;
}

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Null until answered. An objecting browser counts as a no. */
export const useChoice = (): Choice | null => useSyncExternalStore(subscribe, read);
