export type PositionReport = {
  /** 0 near either end. */
  seconds: number;
  /** It was heard to the end. */
  ended: boolean;
};

/** The last place of each episode that has not reached the server. */
const unsent = new Map<string, PositionReport>();

/** Until what did not arrive is sent again, ms. */
const RETRY_AFTER = 30_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends a place, with keepalive, so that it goes out while the page closes. What did not arrive is sent
 * again in a while, and at once when the connection is back; what the server refuses is not.
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
    // A later one may be under way.
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
