/** Where a listener stopped, as the server is told. */
export type PositionReport = {
  /** 0 near either end. */
  seconds: number;
  /** It was heard to the end. */
  ended: boolean;
};

/** The last place of each episode that has not reached the server. */
const unsent = new Map<string, PositionReport>();

/**
 * Sends a place, with keepalive, so that it goes out while the page closes. What did not go out is sent
 * when the connection is back.
 */
export function sendPosition(address: string, place: PositionReport): void {
  unsent.set(address, place);
  const arrived = () => {
    // A later one may be under way.
    if (unsent.get(address) === place) unsent.delete(address);
  };
  fetch(`/api/podcasts/${encodeURIComponent(address)}/position`, {
    method: 'PUT',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(place),
  }).then(arrived, () => addEventListener('online', sendAgain, { once: true }));
}

function sendAgain(): void {
  for (const [address, place] of unsent) sendPosition(address, place);
}
