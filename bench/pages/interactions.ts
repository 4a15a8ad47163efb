import type { Page } from '@playwright/test';
import { eventually } from '../../server/testing/eventually.ts';

/** One event as the Event Timing API reports it; milliseconds since navigation started. */
interface TimedEvent {
  /** The same for all events of one touch or key press; 0 if the event is not an interaction. */
  interactionId: number;
  startTime: number;
  /** From the input until the frame that shows its result, in steps of 8. */
  duration: number;
}

export interface Step {
  name: string;
  startedAt: number;
}

export interface Interaction {
  step: string;
  milliseconds: number;
}

/** The browser reports no shorter events. */
const SHORTEST = 16;

export function interactionsOf(events: TimedEvent[], steps: Step[]): Interaction[] {
  const pressed = events.filter(({ interactionId }) => interactionId > 0);
  const groups = Map.groupBy(pressed, ({ interactionId }) => interactionId);
  return [...groups.values()].map((group) => {
    const began = Math.min(...group.map(({ startTime }) => startTime));
    const step = steps.findLast(({ startedAt }) => startedAt <= began);
    return {
      step: step?.name ?? 'before the first step',
      milliseconds: Math.max(...group.map(({ duration }) => duration)),
    };
  });
}

/**
 * INP up to fifty interactions (https://web.dev/articles/inp); beyond, INP ignores one in fifty.
 */
export function slowestOf(interactions: Interaction[]): Interaction {
  const none = { step: 'any', milliseconds: SHORTEST };
  return interactions.reduce((one, two) => (two.milliseconds > one.milliseconds ? two : one), none);
}

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
