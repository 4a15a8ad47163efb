import { log } from '../log.ts';

/** How long a part may take to answer before it counts as missing, ms. */
const PATIENCE = 2_000;

/**
 * Whether a part answers, asked at most once in `freshFor` ms and never twice at once: whoever asks
 * in between hears the last answer, and a part that hangs is not asked again until it has come back.
 */
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
      log.warn({ err: error, part: name }, 'a part of the house does not answer');
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

/** False when the answer does not come in time. */
async function within(answer: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
