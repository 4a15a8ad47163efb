import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every `npm test` looks in the dark, the matrix in both: the light scheme differs only in colours. */
const SCHEMES = process.env.MATRIX ? (['dark', 'light'] as const) : (['dark'] as const);

/** Checks the page against WCAG 2.2 AA, and at a width of 320 px. */
export async function audit(page: Page): Promise<void> {
  await freezeStyles(page, true);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rules = colorScheme === 'light' ? ['color-contrast'] : TAGS;
    expect(await violations(page, rules), `${page.url()} (${colorScheme})`).toEqual([]);
  }
  await freezeStyles(page, false);
  await fitsNarrow(page);
}

/** What axe finds wrong by these rules, or rules with these tags, each with the first place. */
export async function violations(page: Page, rules: string[]): Promise<string[]> {
  // Once for each document: its half a megabyte takes longer than most checks.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  return page.evaluate(async (runOnly) => {
    const there: typeof axe = Reflect.get(window, 'axe');
    // axe needs longer to report passes than to check.
    const checked = await there.run({ runOnly, resultTypes: ['violations'] });
    return checked.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}

/**
 * Turns transitions and animations off, and the gradient of the page's background, on which axe cannot
 * judge contrast.
 */
function freezeStyles(page: Page, frozen: boolean): Promise<void> {
  return page.evaluate((frozen) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { background-image: none !important }
      *, ::before, ::after { transition: none !important; animation: none !important }`);
    // The page's CSP forbids a style element.
    document.adoptedStyleSheets = frozen ? [sheet] : [];
  }, frozen);
}

/** Checks that the page does not scroll sideways at 320 px, once layout has settled. */
export async function fitsNarrow(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const message = `${page.url()} scrolls sideways at 320 px`;
  await expect.poll(() => overflow(page), message).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

/** Pixels by which the page overflows its right edge. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Collects console errors and uncaught exceptions. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Removes and returns the collected errors, except Chromium's own report of this status. */
export function drainErrors(errors: string[], status: number): string[] {
  return errors.splice(0).filter((error) => !error.includes(`status of ${status}`));
}
