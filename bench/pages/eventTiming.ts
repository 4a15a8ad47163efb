import type { Page } from '@playwright/test';
import { eventually } from '../../server/testing/eventually.ts';
import { SHORTEST, type TimedEvent } from './interactions.ts';

type Collector = { eventTimings: TimedEvent[] };

export async function collectEventTimings(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const eventTimings: TimedEvent[] = [];
    Object.assign(window, { eventTimings });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, startTime, duration } = entry;
        eventTimings.push({ interactionId, startTime, duration });
      }
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
  }, SHORTEST);
}

/**
 * The browser reports event timings late, but in the order of its frames. So this presses a slow
 * key and waits for its entry: every earlier entry has then arrived, and an observer that receives
 * nothing fails instead of reporting a good figure.
 */
export async function allEventTimings(page: Page): Promise<TimedEvent[]> {
  const end = await page.evaluate(() => {
    const slow = () => {
      const until = performance.now() + 50;
      while (performance.now() < until);
    };
    addEventListener('keydown', slow, { once: true });
    return performance.now();
  });
  await page.keyboard.press('F9');
  const events = await eventually('the browser reports a slow key', async () => {
    const all = await page.evaluate(() => (window as unknown as Collector).eventTimings);
    return all.some(({ startTime }) => startTime >= end) && all;
  });
  return events.filter(({ startTime }) => startTime < end);
}
