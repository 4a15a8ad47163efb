import type { Locator, Page } from '@playwright/test';
import { eventually } from '../../server/testing/eventually.ts';
import type { Step } from './interactions.ts';

const KEY_PAUSE = 100;

export interface Thumb {
  steps: Step[];
  /** Touches the middle of the target, or at this share of its width. */
  tap(name: string, target: Locator, at?: number): Promise<void>;
  /** Types into the focused element, key by key; `\b` is Backspace. */
  type(name: string, text: string): Promise<void>;
}

export function thumbOn(page: Page): Thumb {
  const steps: Step[] = [];
  async function begin(name: string): Promise<void> {
    await untilIdle(page);
    steps.push({ name, startedAt: await page.evaluate(() => performance.now()) });
  }
  return {
    steps,
    async tap(name, target, at = 0.5) {
      const { x, y } = await placeOf(name, target, at);
      await begin(name);
      await page.touchscreen.tap(x, y);
      // Wait before the next lookup, which would use the page's CPU.
      await untilIdle(page);
    },
    async type(name, text) {
      await begin(name);
      for (const key of text) {
        await page.keyboard.press(key === '\b' ? 'Backspace' : key, { delay: KEY_PAUSE / 2 });
        await page.waitForTimeout(KEY_PAUSE / 2);
      }
      await untilIdle(page);
    },
  };
}

/** Playwright's own tap would check the target during the events that are measured. */
async function placeOf(name: string, target: Locator, at: number) {
  await target.waitFor();
  let place = { x: 0, y: 0 };
  // A closing sheet covers the page until it is gone, and a transcript that follows the audio may
  // move the target.
  await eventually(
    `${name}: it is not covered`,
    async () => {
      await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const element = await target.elementHandle();
      await element?.waitForElementState('stable');
      const box = await element?.boundingBox();
      if (!box) throw new Error(`${name}: it is gone`);
      place = { x: box.x + box.width * at, y: box.y + box.height / 2 };
      return target.evaluate((element, { x, y }) => {
        const top = document.elementFromPoint(x, y);
        return element.contains(top) || Boolean(top?.contains(element));
      }, place);
    },
    5,
  );
  return place;
}

/** Waits until the page has rendered and is idle, for at most a second. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    await frame();
    await frame();
    await idle();
  });
}
