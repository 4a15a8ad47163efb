/** The percentile by nearest rank; `share` is 0 to 1. NaN without values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** NaN without values. */
export function shareOf<T>(values: T[], holds: (value: T) => boolean): number {
  return values.filter(holds).length / values.length;
}
