import { expect, type Page } from '@playwright/test';
import { audit, collectErrors, drainErrors, fitsNarrow } from './audit.ts';
import { eachStep } from './eachStep.ts';
import { test } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { visits, visitsOf } from './routes.ts';
import { watchShifts } from './shifts.ts';
import { become, ROLES } from './signIn.ts';

const DAY = 86_400_000;

/** The app must draw these pages where the document's words stood. */
const PRERENDERED = [
  '/',
  '/pricing',
  '/create',
  '/create?topic=Tides&duration=15',
  '/auth',
  '/auth?tab=register&email=mira@example.com',
  '/samples',
  '/contact',
  '/privacy',
  '/terms',
  '/refund',
  '/forgot-password',
  '/no-such-page',
];

type Visit = ReturnType<typeof visitsOf>[number];

for (const role of ROLES) {
  test(`a visitor who is ${role} finds a usable page at every address, or is redirected`, {
    tag: '@matrix',
  }, async ({ page, audits, demos: _ }) => {
    await become(page, role);
    const errors = collectErrors(page);
    const isSeenHere = ({ outcome, isFirst }: Visit) => isFirst || 'redirectsTo' in outcome;
    // `npm test` looks once at each distinct screen, the matrix at every visit.
    const visited = visitsOf(role).filter((visit) => audits === 'all' || isSeenHere(visit));
    await eachStep(visited, async ({ path, outcome, isFirst }) => {
      // Undoes what the previous audit emulated.
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      const document = await page.goto(path);
      if ('redirectsTo' in outcome) await expect(page).toHaveURL(outcome.redirectsTo);
      else await expect(page).toHaveTitle(new RegExp(`^${outcome.title}( · Duologue)?$`));
      if (path === '/no-such-page') expect(document?.status()).toBe(404);
      await usable(page);
      if ('title' in outcome && !NAMED_BY_WHAT_IT_FINDS.test(path)) {
        expect(titleIn(String(await document?.text()))).toBe(await page.title());
      }
      if (audits === 'all' || isFirst) await audit(page);
      else await fitsNarrow(page);
      expect(drainErrors(errors, 404)).toEqual([]);
    });
  });
}

/** Pages whose title the app changes. */
const NAMED_BY_WHAT_IT_FINDS = /^\/(checkout|success|listen|admin)\b/;

const titleIn = (html: string) => html.match(/<title>(.*?)<\/title>/)?.[1];

async function usable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const main = page.getByRole('main');
  await expect(main).toBeVisible();
  await expect(main.getByRole('link').or(main.getByRole('button')).first()).toBeVisible();
}

test.describe(() => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });

  test('every prebuilt page hydrates unchanged, without layout shift, on another day, in another zone and language', {
    tag: '@matrix',
  }, async ({ page, audits, demos: _ }) => {
    const errors = collectErrors(page);
    const shift = await watchShifts(page);
    await page.clock.setSystemTime(Date.now() + 3 * DAY);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const others = audits === 'all' ? visits.map(({ path }) => path) : [];
    await eachStep([...new Set([...PRERENDERED, ...others])], async (path) => {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      expect(drainErrors(errors, 404)).toEqual([]);
      if (PRERENDERED.includes(path)) expect(await shift()).toBeLessThanOrEqual(0.01);
    });
  });
});

// In `npm test`, account.spec.ts visits it on a phone.
test('/dashboard?panel=account opens the account over the dashboard', {
  tag: ['@matrix', '@full'],
}, async ({ page }) => {
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

test('a page whose script is still loading shows a spinner with the text Loading...', {
  tag: '@matrix',
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
  tag: '@matrix',
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
