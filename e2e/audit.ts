import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Holds the page as it stands to WCAG 2.2 AA, by night and by day, and to a width of 320 px. */
export async function audit(page: Page): Promise<void> {
  await stand(page, true);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // To describe also what is as it should be takes axe longer than to judge it.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    // By day the page is the same but for its colours, and one rule is about those.
    const rules = colorScheme === 'light' ? axe.withRules('color-contrast') : axe.withTags(TAGS);
    const { violations } = await rules.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(found, `${page.url()} (${colorScheme})`).toEqual([]);
  }
  await stand(page, false);
  await fitsNarrow(page);
}

/**
 * Lets no colour be on its way to another and nothing fade in, and puts out the glow at the head of
 * the page: of text that stands on a gradient axe says only that it cannot tell.
 */
function stand(page: Page, still: boolean): Promise<void> {
  return page.evaluate((still) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { background-image: none !important }
      *, ::before, ::after { transition: none !important; animation: none !important }`);
    // Not by an element: the page's policy forbids styles of others.
    document.adoptedStyleSheets = still ? [sheet] : [];
  }, still);
}

/** Holds the page to a width of 320 px, once everything has moved to its place there. */
export async function fitsNarrow(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const said = `${page.url()} scrolls sideways at 320 px`;
  await expect.poll(() => overflow(page), said).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

/** How many pixels of the page are beyond its right edge. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Nothing on the way may end up in the console as an error. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** What was collected since the last time. Chromium itself reports an answer that is no success. */
export function takeErrors(errors: string[], status: number): string[] {
  return errors.splice(0).filter((error) => !error.includes(`status of ${status}`));
}
