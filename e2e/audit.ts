import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `npm test` checks the dark scheme, the matrix both: the light one differs only in colours. */
const SCHEMES = process.env.MATRIX ? (['dark', 'light'] as const) : (['dark'] as const);

/** Checks the page against WCAG 2.2 AA, and that it fits a width of 320 px. */
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

export async function violations(page: Page, rules: string[]): Promise<string[]> {
  // Once per document: injecting axe's half megabyte takes longer than most checks.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  return page.evaluate(async (runOnly) => {
    const there: typeof axe = Reflect.get(window, 'axe');
    // Reporting passes would take axe longer than the check itself.
    const checked = await there.run({ runOnly, resultTypes: ['violations'] });
    return checked.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}

/** Stops animations and hides the page's gradient, on which axe cannot judge contrast. */
function freezeStyles(page: Page, frozen: boolean): Promise<void> {
  return page.evaluate((frozen) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { background-image: none !important }
      *, ::before, ::after { transition: none !important; animation: none !important }`);
    // The page's CSP forbids a style element.
    document.adoptedStyleSheets = frozen ? [sheet] : [];
  }, frozen);
}

export async function fitsNarrow(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const message = `${page.url()} scrolls sideways at 320 px`;
  await expect.poll(() => overflow(page), message).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

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
