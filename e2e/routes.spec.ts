import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { awake } from './awake.ts';
import { become, ROLES } from './people.ts';
import { visits } from './routes.ts';

const DAY = 86_400_000;

for (const role of ROLES) {
  test.describe(`usability 28: a visitor who is ${role}`, () => {
    test.beforeEach(({ page }) => become(page, role));

    for (const { path, meets } of visits) {
      const meeting = meets[role];
      const outcome = 'title' in meeting ? `meets “${meeting.title}”` : 'is sent on';
      test(`at ${path} ${outcome}`, async ({ page }) => {
        const errors = collectErrors(page);
        await page.goto(path);
        if ('sentTo' in meeting) await expect(page).toHaveURL(meeting.sentTo);
        else await expect(page).toHaveTitle(new RegExp(`^${meeting.title}( · Duologue)?$`));
        await usable(page);
        await audit(page);
        // Chromium itself reports the status 404, which is the right answer to a wrong address.
        expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
      });
    }
  });
}

test.describe('a visitor of another day, zone and language', () => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });

  test('takes over every page as it was built', async ({ page }) => {
    const errors = collectErrors(page);
    await page.clock.setSystemTime(Date.now() + 3 * DAY);
    for (const { path } of visits) {
      await test.step(path, async () => {
        await page.goto(path);
        await awake(page);
        expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
      });
    }
  });
});

/** Addresses that name something. */
for (const [role, path] of [
  ['signed out', '/reset-password?token=x'],
  ['signed out', '/create?topic=Tides'],
  ['signed out', '/listen?episode=nobody'],
  ['signed in', '/checkout?order=nobody'],
  ['signed in', '/success?order=nobody'],
] as const) {
  test(`${path} is usable for whoever is ${role}`, async ({ page }) => {
    await become(page, role);
    const errors = collectErrors(page);
    await page.goto(path);
    await usable(page);
    await audit(page);
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
}

test('/dashboard?panel=account opens the account over the dashboard', async ({ page }) => {
  await become(page, 'signed in');
  const errors = collectErrors(page);
  await page.goto('/dashboard?panel=account');
  const panel = page.getByRole('dialog', { name: 'Your account' });
  await expect(panel.getByRole('heading').first()).toBeVisible();
  await audit(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await usable(page);
  expect(errors).toEqual([]);
});

/** One heading, one main landmark, and a way on. */
async function usable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const main = page.getByRole('main');
  await expect(main).toBeVisible();
  await expect(main.getByRole('link').or(main.getByRole('button')).first()).toBeVisible();
}

test.describe('a page', () => {
  test('that is still on its way shows a spinner with the text Loading...', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/PricingPage-.*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('status').getByText('Loading...', { exact: true })).toBeVisible();
    held.resolve();
    await expect(page).toHaveTitle('Pricing · Duologue');
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
  });

  test('takes the focus, the title and the scroll with it, and Back finds the place again', async ({
    page,
  }) => {
    await page.goto('/terms');
    // A link that is pressed before is followed by the browser itself, to a page of its own.
    await awake(page);
    await page.evaluate(() => window.scrollTo(0, 1500));
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'Refunds' }).click();
    await expect(page).toHaveTitle('Refunds · Duologue');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle('Terms of Service · Duologue');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800);
  });
});

test('a signed-out deep link comes back with all of its parameters', async ({ page }) => {
  await page.goto('/dashboard?panel=account');
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard%3Fpanel%3Daccount$/);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Email').fill(`deep-link-${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
  await expect(page).toHaveURL(/\/dashboard\?panel=account$/);
});

test('/auth sends a signed-in visitor to /create and scrolls to the top', async ({ page }) => {
  await become(page, 'signed in');
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/create$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
