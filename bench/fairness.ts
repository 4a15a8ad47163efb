/** A line that was bought for an episode; times are seconds on one clock. */
export interface Purchase {
  episode: number;
  at: number;
}

/** What each of some episodes got while all of them were being spoken. */
export interface Shares {
  /** From when the last of them began to when the first of them ended. */
  from: number;
  to: number;
  lines: number[];
}

export function sharesOf(episodes: number[], purchases: Purchase[]): Shares {
  const each = episodes.map((episode) =>
    purchases.flatMap((one) => (one.episode === episode ? one.at : [])),
  );
  const from = Math.max(...each.map((times) => Math.min(...times)));
  const to = Math.min(...each.map((times) => Math.max(...times)));
  const lines = each.map((times) => times.filter((at) => at >= from && at <= to).length);
  return { from, to, lines };
}

/**
 * Seconds by which an episode began before one that was paid for earlier, at most; 0 when all began in
 * the order of their payment. What has not begun yet counts as beginning at the end, `now`.
 */
export function overtaken(
  episodes: { paidAt: number; startedAt: number | null }[],
  now: number,
): number {
  const byPayment = episodes.toSorted((one, other) => one.paidAt - other.paidAt);
  let latest = 0;
  let most = 0;
  for (const { startedAt } of byPayment) {
    const began = startedAt ?? now;
    most = Math.max(most, latest - began);
    latest = Math.max(latest, began);
  }
  return most;
}
