/** A writer who has begun a piece comes with the next line sooner than this, ms. */
const PAUSE = 1_000;

/** Passes everything on, and calls `onPause` when the next item does not come soon, and at the end. */
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
