import { setTimeout as pause } from 'node:timers/promises';

/**
 * Yields items in order, batch by batch, each changed by `work`, which also gets all earlier items
 * as they were read. The last of `sizes` holds for all further batches. A batch also closes once
 * its first item has waited for `linger` ms.
 */
export async function* inBatches<T, R = T>(
  source: AsyncIterable<T>,
  sizes: number[],
  work: (batch: T[], earlier: T[]) => Promise<R[]>,
  linger?: number,
): AsyncGenerator<R> {
  const iterator = source[Symbol.asyncIterator]();
  const earlier: T[] = [];
  const worked: Promise<R[]>[] = [];
  let batch: T[] = [];
  let late: Promise<'late'> | null = null;
  let count = 0;
  function close(): void {
    late = null;
    if (!batch.length) return;
    const result = work(batch, [...earlier]);
    // An error surfaces when its batch is handed on; until then it must not end the process.
    result.catch(() => {});
    worked.push(result);
    earlier.push(...batch);
    batch = [];
    count++;
  }

  let next: Promise<IteratorResult<T>> | null = iterator.next();
  try {
    while (next || worked.length) {
      const event = await Promise.race([
        ...(next === null ? [] : [next.then((item) => ({ item }))]),
        ...worked.slice(0, 1).map(async (first) => ({ items: await first })),
        ...(late === null ? [] : [late]),
      ]);
      if (event === 'late') close();
      else if ('items' in event) {
        worked.shift();
        yield* event.items;
      } else if (event.item.done) {
        next = null;
        close();
      } else {
        const isFirst = batch.push(event.item.value) === 1;
        if (isFirst && linger !== undefined) late = pause(linger, 'late' as const);
        if (batch.length >= (sizes[Math.min(count, sizes.length - 1)] ?? 1)) close();
        next = iterator.next();
      }
    }
  } finally {
    await iterator.return?.();
  }
}
