/**
 * Repeats `batch` until it has nothing left to do or `signal` aborts, finishing the current batch.
 * `batch` resolves with how many it has done, and this with the total.
 */
export async function untilNone(
  batch: () => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const done = await batch();
    if (done === 0) break;
    total += done;
  }
  return total;
}
