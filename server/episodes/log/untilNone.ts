/** Repeats `batch` until it has done nothing or `signal` aborts. Resolves with the total. */
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
