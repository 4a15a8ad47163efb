import type { Page } from '@playwright/test';
import { eventually } from '../../server/testing/eventually.ts';
import { type HeardEvent, SHORTEST } from './interactions.ts';

/** What the browser told this document. */
type Listening = { heard: HeardEvent[] };

/** Makes every document of this page note how long the browser took over what was pressed and typed. */
export async function listenTo(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const heard: HeardEvent[] = [];
    Object.assign(window, { heard });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, startTime, duration } = entry;
        heard.push({ interactionId, startTime, duration });
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
  }, SHORTEST);
}

/**
 * What was told up to now. The browser tells late, but in the order of its pictures: a slow key of
 * our own is pressed last, and when that one is told of, all before it have been. So an observer
 * that hears nothing ends in an error and not in a good figure.
 */
export async function everythingHeard(page: Page): Promise<HeardEvent[]> {
  const end = await page.evaluate(() => {
    const slow = () => {
      const until = performance.now() + 50;
      while (performance.now() < until);
    };
    addEventListener('keydown', slow, { once: true });
    return performance.now();
  });
  await page.keyboard.press('F9');
  const heard = await eventually('the browser tells of a slow key', async () => {
    const all = await page.evaluate(() => (window as unknown as Listening).heard);
    return all.some(({ startTime }) => startTime >= end) && all;
  });
  return heard.filter(({ startTime }) => startTime < end);
}
