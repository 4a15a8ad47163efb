/**
 * Repeats what is done in batches until one finds nothing more, or `signal` says to stop after the
 * batch under way. `batch` resolves with how many it has done; so does this, in all.
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
