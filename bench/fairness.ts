/** One line bought for an episode; times are seconds on one clock. */
export interface Purchase {
  episode: number;
  at: number;
}

/** Lines of each episode while all of them were being spoken. */
export interface LineCounts {
  /** From the last start to the first end. */
  from: number;
  to: number;
  lines: number[];
}

export function countLines(episodes: number[], purchases: Purchase[]): LineCounts {
  const each = episodes.map((episode) =>
    purchases.flatMap((one) => (one.episode === episode ? one.at : [])),
  );
  const from = Math.max(...each.map((times) => Math.min(...times)));
  const to = Math.min(...each.map((times) => Math.max(...times)));
  const lines = each.map((times) => times.filter((at) => at >= from && at <= to).length);
  return { from, to, lines };
}

/**
 * The longest time, in seconds, by which an episode started before one that was paid for earlier; 0
 * if all started in payment order. An episode that has not started counts as starting `now`.
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
