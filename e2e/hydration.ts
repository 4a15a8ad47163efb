import type { Page } from '@playwright/test';

/** Waits until the page answers by itself: what is done earlier is a test of its own. */
export async function awake(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
}
