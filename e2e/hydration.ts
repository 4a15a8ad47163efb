import type { Page } from '@playwright/test';

export async function hydrated(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications (F8)' }).waitFor({ state: 'attached' });
}
