import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Holds the page as it stands to WCAG 2.2 AA, by night and by day, and to a width of 320 px. */
export async function audit(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // By day the page is the same but for its colours, and one rule is about those.
    const rules = colorScheme === 'light' ? axe.withRules('color-contrast') : axe.withTags(TAGS);
    const { violations } = await rules.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(found, `${page.url()} (${colorScheme})`).toEqual([]);
  }
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways at 320 px`).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

/** Waits until no colour is on its way to another; what is out of sight may never arrive. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document
      .getAnimations()
      .filter((move) => move instanceof CSSTransition && move.playState === 'running');
    const arrived = Promise.allSettled(changes.map(({ finished }) => finished));
    await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
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
