/**
 * Hands the items of a source on in their order, batch by batch, each changed by `work`, which also gets
 * all items before it as they were handed on or are about to be. While one batch is worked on the next is
 * read. `sizes` are those of the first batches; the last of them is that of all further ones.
 */
export async function* inBatches<T>(
  source: AsyncIterable<T>,
  sizes: number[],
  work: (batch: T[], earlier: T[]) => Promise<T[]>,
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const earlier: T[] = [];
  const worked: Promise<T[]>[] = [];
  let batch: T[] = [];
  let count = 0;
  function close(): void {
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
      ]);
      if ('items' in event) {
        worked.shift();
        yield* event.items;
      } else if (event.item.done) {
        next = null;
        close();
      } else {
        batch.push(event.item.value);
        if (batch.length >= (sizes[Math.min(count, sizes.length - 1)] ?? 1)) close();
        next = iterator.next();
      }
    }
  } finally {
    await iterator.return?.();
  }
}
