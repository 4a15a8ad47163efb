export type PositionReport = {
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
