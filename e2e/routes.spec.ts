import { expect, type Page } from '@playwright/test';
import { audit, collectErrors, drainErrors, fitsNarrow } from './audit.ts';
import { eachStep } from './eachStep.ts';
import { test } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { visits, visitsOf } from './routes.ts';
import { become, newEmail, PASSWORD, ROLES } from './signIn.ts';

const DAY = 86_400_000;

for (const role of ROLES) {
  test(`a visitor who is ${role} finds a usable page at every address, or is redirected`, {
    tag: '@matrix',
  }, async ({ page, audits }) => {
    await become(page, role);
    const errors = collectErrors(page);
    await eachStep(visitsOf(role), async ({ path, outcome, isFirst }) => {
      // Undo what the previous audit emulated.
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      await page.goto(path);
      if ('redirectsTo' in outcome) await expect(page).toHaveURL(outcome.redirectsTo);
      else await expect(page).toHaveTitle(new RegExp(`^${outcome.title}( · Duologue)?$`));
      await usable(page);
      if (audits === 'all' || (audits === 'once' && isFirst)) await audit(page);
      else await fitsNarrow(page);
      expect(drainErrors(errors, 404)).toEqual([]);
    });
  });
}

/** Expects one h1, one main landmark and a link or button. */
async function usable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const main = page.getByRole('main');
  await expect(main).toBeVisible();
  await expect(main.getByRole('link').or(main.getByRole('button')).first()).toBeVisible();
}

test.describe(() => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });

  test('every prebuilt page hydrates without errors on another day, in another zone and language', {
    tag: ['@matrix', '@narrow'],
  }, async ({ page }) => {
    const errors = collectErrors(page);
    await page.clock.setSystemTime(Date.now() + 3 * DAY);
    await eachStep(visits, async ({ path }) => {
      await page.goto(path);
      await hydrated(page);
      expect(drainErrors(errors, 404)).toEqual([]);
    });
  });
});

test('/dashboard?panel=account opens the account over the dashboard', { tag: '@matrix' }, async ({
  page,
  audits,
}) => {
  await become(page, 'signed in');
  const errors = collectErrors(page);
  await page.goto('/dashboard?panel=account');
  const panel = page.getByRole('dialog', { name: 'Your account' });
  await expect(panel.getByRole('heading').first()).toBeVisible();
  await (audits === 'none' ? fitsNarrow(page) : audit(page));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await usable(page);
  expect(errors).toEqual([]);
});

test('a page whose script is still loading shows a spinner with the text Loading...', {
  tag: ['@matrix', '@narrow'],
}, async ({ page }) => {
  await page.goto('/contact');
  // Before hydration a link loads the prerendered page instead.
  await hydrated(page);
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

test('a link moves focus, title and scroll to its page, and Back restores the position', {
  tag: ['@matrix', '@narrow'],
}, async ({ page }) => {
  await page.goto('/terms');
  await hydrated(page);
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

test('a deep link leads a signed-out visitor through the sign-in and back, with all its parameters', {
  tag: ['@matrix', '@narrow'],
}, async ({ page }) => {
  await page.goto('/dashboard?panel=account');
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard%3Fpanel%3Daccount$/);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Email').fill(newEmail('deep-link'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
  await expect(page).toHaveURL(/\/dashboard\?panel=account$/);
});

test('/auth redirects a signed-in visitor to the top of /create', {
  tag: ['@matrix', '@narrow'],
}, async ({ page }) => {
  await become(page, 'signed in');
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/create$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
