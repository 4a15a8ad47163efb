import type { Page } from '@playwright/test';

/** Waits until the page is hydrated; input before that has tests of its own. */
export async function hydrated(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
}
