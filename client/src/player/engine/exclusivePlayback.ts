let pauseCurrent: (() => void) | null = null;

/** Registers a sound that starts to play, and pauses the one before; `pause` identifies it. */
export function startExclusively(pause: () => void): void {
  if (pauseCurrent !== pause) pauseCurrent?.();
  pauseCurrent = pause;
}

export function stopExclusively(pause: () => void): void {
  if (pauseCurrent === pause) pauseCurrent = null;
}
