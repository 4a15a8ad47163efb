/** Within a piece the writer's next line comes sooner than this, ms. */
const PAUSE = 1_000;

/** Calls `onPause` when the next item is late, and at the end. */
export async function* noticePauses<T>(
  source: AsyncGenerator<T>,
  onPause: () => void,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const timer = setTimeout(onPause, PAUSE);
      const next = await source.next().finally(() => clearTimeout(timer));
      if (next.done) return onPause();
      yield next.value;
    }
  } finally {
    await source.return(undefined);
  }
}
