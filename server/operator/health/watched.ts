import { log } from '../../base/kit/log.ts';

/** Timeout for a part's check, ms. */
const PATIENCE = 2_000;

/** Runs at most once in `freshFor` ms and never concurrently; one that hangs is not repeated. */
export function watched(
  name: string,
  check: () => Promise<unknown>,
  freshFor: number,
): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let answer = Promise.resolve(false);

  async function checkNow(): Promise<boolean> {
    isLooking = true;
    checkedAt = performance.now();
    try {
      await check();
      return true;
    } catch (error) {
      log.warn({ err: error, part: name }, 'a readiness check failed');
      return false;
    } finally {
      isLooking = false;
    }
  }

  return () => {
    if (!isLooking && performance.now() - checkedAt >= freshFor) answer = checkNow();
    return within(answer, PATIENCE);
  };
}

async function within(answer: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
