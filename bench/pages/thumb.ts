import type { Locator, Page } from '@playwright/test';
import { eventually } from '../../server/testing/eventually.ts';
import type { Step } from './interactions.ts';

/** Milliseconds between two keys: a quick typist's. */
const KEY_PAUSE = 100;

/** A visitor's thumb, which does one thing after another. */
export interface Thumb {
  /** Everything it has done so far. */
  steps: Step[];
  /** Touches this in its middle, or at this share of its width. */
  tap(name: string, target: Locator, at?: number): Promise<void>;
  /** Types into what has the focus, a key at a time; `\b` takes one back. */
  type(name: string, text: string): Promise<void>;
}

export function thumbOn(page: Page): Thumb {
  const steps: Step[] = [];
  async function begin(name: string): Promise<void> {
    await rest(page);
    steps.push({ name, startedAt: await page.evaluate(() => performance.now()) });
  }
  return {
    steps,
    async tap(name, target, at = 0.5) {
      const { x, y } = await placeOf(name, target, at);
      await begin(name);
      await page.touchscreen.tap(x, y);
      // Before anything else is asked of the page: looking for the next thing takes its CPU too.
      await rest(page);
    },
    async type(name, text) {
      await begin(name);
      for (const key of text) {
        await page.keyboard.press(key === '\b' ? 'Backspace' : key, { delay: KEY_PAUSE / 2 });
        await page.waitForTimeout(KEY_PAUSE / 2);
      }
      await rest(page);
    },
  };
}

/**
 * Where to touch it, once it stands still and nothing lies over it. Playwright's own tap would look
 * for that inside the events that are to be measured.
 */
async function placeOf(name: string, target: Locator, at: number) {
  await target.waitFor();
  let place = { x: 0, y: 0 };
  // A sheet that goes lies over the page until it is gone, and words that follow the sound may move
  // what has just been found.
  await eventually(
    `${name}: nothing lies over it`,
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

/** Until the page has drawn what it had to and has nothing to do; one that never has is touched at last. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    await frame();
    await frame();
    await idle();
  });
}
