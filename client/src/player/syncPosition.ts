import type { Player } from './engine/player.ts';
import { keepPosition, positionToKeep } from './playbackStorage.ts';

/** Distance played before the position is stored on this device again, s. */
const KEEP_EVERY = 5;
/** Minimum interval between reports to the server during playback, ms. */
const SYNC_EVERY = 10_000;
/** Smaller changes of position are ignored, s. */
const SAME = 1;

type Sync = {
  /** The share token, under which this device stores the position. */
  token: string;
  /** The token in requests to the server; null without an account. */
  address: string | null;
  onReport: (place: PositionReport) => void;
};

/** Returns a function that stores the position a last time and stops. */
export function syncPosition(player: Player, { token, address, onReport }: Sync): () => void {
  let kept = player.get().time;
  let synced = kept;
  let { ended } = player.get();
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
    const now = player.get();
    if (Math.abs(now.time - synced) < SAME && now.ended === ended) return;
    synced = now.time;
    ended = now.ended;
    reportedAt = Date.now();
    if (address === null) return;
    const place = { seconds: positionToKeep(now.time, now.duration), ended };
    sendPosition(address, place);
    onReport(place);
  };
  const leave = () => {
    keep();
    report();
  };
  const hide = () => document.visibilityState === 'hidden' && leave();

  const stop = player.subscribe(() => {
    const { phase, time, ended } = player.get();
    const isPaused = phase === 'paused';
    if (isPaused || Math.abs(time - kept) >= KEEP_EVERY) keep();
    if ((isPaused && !wasPaused) || ended || Date.now() - reportedAt >= SYNC_EVERY) report();
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

type PositionReport = {
  /** 0 near either end. */
  seconds: number;
  ended: boolean;
};

/** The last place of each episode, until it has reached the server. */
const unsent = new Map<string, PositionReport>();

/** Delay before unsent places are sent again, ms. */
const RETRY_AFTER = 30_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends a place with `keepalive`, as the page may be closing; retries unless the server refuses.
 */
export function sendPosition(address: string, place: PositionReport): void {
  unsent.set(address, place);
  fetch(`/api/podcasts/${encodeURIComponent(address)}/position`, {
    method: 'PUT',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(place),
  }).then(({ status }) => {
    if (status === 429 || status >= 500) sendLater();
    // A newer place may be under way.
    else if (unsent.get(address) === place) unsent.delete(address);
  }, sendLater);
}

function sendLater(): void {
  retry ??= setTimeout(sendAgain, RETRY_AFTER);
  addEventListener('online', sendAgain, { once: true });
}

function sendAgain(): void {
  clearTimeout(retry);
  retry = undefined;
  for (const [address, place] of unsent) sendPosition(address, place);
}
