import type { Player } from '../ui/player.ts';
import { keepPlace, placeToKeep } from './playbackStorage.ts';

/** How far the sound moves before its place is written down again on this device, s. */
const KEEP_EVERY = 5;
/** How often, at most, it is told to the server while it plays, ms. */
const SYNC_EVERY = 10_000;
/** Less than this is no other place, s. */
const SAME = 1;

/**
 * Remembers where the listener stopped: on this device by `token`, and with the account if
 * `isTold`. The answer ends it, with a last word. `time` in seconds.
 */
export function rememberPlace(player: Player, token: string, isStreaming: boolean): () => void {
  let kept = player.get().time;
  let event = kept;
  let reportedAt = 0;
  let wasPaused = true;

  const keep = () => {
    const { time, duration } = player.get();
    // Who only looked in has been nowhere: the place of another device stays the newer one.
    if (Math.abs(time - kept) < SAME) return;
    kept = time;
    keepPlace(token, placeToKeep(time, duration));
  };
  const report = () => {
    const { time, duration } = player.get();
    if (!isStreaming || Math.abs(time - event) < SAME) return;
    event = time;
    reportedAt = Date.now();
    sendPlace(token, placeToKeep(time, duration));
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

/** Goes out even while the page is closed; when it does not arrive, the next one will. */
function sendPlace(token: string, seconds: number): void {
  fetch(`/api/podcasts/${encodeURIComponent(token)}/position`, {
    method: 'PUT',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ seconds }),
  }).catch(() => undefined);
}
