import type { Player } from '../ui/player.ts';
import { keepPosition, positionToKeep } from './playbackStorage.ts';

/** Distance played before the position is stored on this device again, s. */
const KEEP_EVERY = 5;
/** Minimum interval between reports to the server during playback, ms. */
const SYNC_EVERY = 10_000;
/** Smaller changes of position are ignored, s. */
const SAME = 1;

/**
 * Stores the listener's position on this device and, if `isSignedIn`, with the account. The returned
 * function stores it a last time and stops.
 */
export function syncPosition(player: Player, token: string, isSignedIn: boolean): () => void {
  let kept = player.get().time;
  let synced = kept;
  let reportedAt = 0;
  let wasPaused = true;

  const keep = () => {
    const { time, duration } = player.get();
    // Opening the page without playing must not overrule another device's newer position.
    if (Math.abs(time - kept) < SAME) return;
    kept = time;
    keepPosition(token, positionToKeep(time, duration));
  };
  const report = () => {
    const { time, duration } = player.get();
    if (!isSignedIn || Math.abs(time - synced) < SAME) return;
    synced = time;
    reportedAt = Date.now();
    sendPosition(token, positionToKeep(time, duration));
  };
  const leave = () => {
    keep();
    report();
  };
  const hide = () => document.visibilityState === 'hidden' && leave();

  const stop = player.subscribe(() => {
    const { phase, time } = player.get();
    const isPaused = phase === 'paused';
    if (isPaused || Math.abs(time - kept) >= KEEP_EVERY) keep();
    if ((isPaused && !wasPaused) || Date.now() - reportedAt >= SYNC_EVERY) report();
    wasPaused = isPaused;
  });
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hide);
  return () => {
    stop();
    leave();
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', hide);
  };
}

/** Sent with keepalive, so that it goes out while the page closes; failures are ignored. */
function sendPosition(token: string, seconds: number): void {
  fetch(`/api/podcasts/${encodeURIComponent(token)}/position`, {
    method: 'PUT',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seconds }),
  }).catch(() => undefined);
}
