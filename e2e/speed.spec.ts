import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { watchShifts } from './shifts.ts';
import { become } from './signIn.ts';

test('nothing of the order form moves while its sources and voices are on their way, or at Shuffle', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const shift = await watchShifts(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/Sources-.*\.js$|\/api\/voices$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/create');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Who’s talking?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a source' })).toHaveCount(0);
  const mic = page.getByRole('button', { name: /^Mic 1/ });
  await expect(mic).toBeHidden();
  /** Pixels from the top of the voices to what comes next, both measured at once. */
  const distance = () =>
    page.getByRole('heading', { name: 'How long?' }).evaluate((heading) => {
      const voices = document.querySelector('section[aria-label="Voices"]');
      return heading.getBoundingClientRect().y - (voices?.getBoundingClientRect().y ?? 0);
    });
  const before = await distance();
  expect(before).toBeGreaterThan(200);
  resolve();
  await expect(page.getByRole('button', { name: 'Add a source' })).toBeVisible();
  await expect(mic).toBeVisible();
  await expect(page.getByText('Easy to tell apart')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThanOrEqual(0.001);
  expect(await distance()).toBe(before);
  // Shifts after a press do not count, so the distance is compared.
  const voice = String(await mic.getAttribute('aria-label'));
  await page.getByRole('button', { name: 'Shuffle' }).tap();
  await expect(mic).not.toHaveAccessibleName(voice);
  expect(await distance()).toBe(before);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript prices and landing page can be read, and its field leads to the form', async ({
    page,
  }) => {
    await page.goto('/pricing');
    for (const price of ['$3.99', '$5.99', '$7.49', '$8.99']) {
      await expect(page.getByText(price, { exact: true })).toBeVisible();
    }
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Curiosity on Demand');
    await page.getByLabel('What are we talking about?').fill('Tides');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(page).toHaveURL(/\/create\?topic=Tides$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('a page can be read before any of its scripts has loaded', async ({ page }) => {
  await page.route(/\/assets\/(app|ui|PricingPage)-.*\.js$/, () => {});
  await page.goto('/pricing', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('$3.99', { exact: true })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('text typed before the page hydrates is kept', { tag: '@full' }, async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/app-.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('What are we talking about?').fill('Why do cats purr?');
  resolve();
  await hydrated(page);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL('/create');
  await expect(page.getByLabel('What are we talking about?')).toHaveValue('Why do cats purr?');
});

test('Back and Forward lead through pages sent by the server and pages rendered by the app', async ({
  page,
}) => {
  await page.goto('/pricing');
  await hydrated(page);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You pay for minutes, once');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

test('a signed-in user never sees Sign In while a page loads', async ({ page }) => {
  await become(page, 'signed in');
  const seen: string[] = [];
  await page.exposeFunction('sawSignIn', () => seen.push(page.url()));
  await page.addInitScript(() => {
    const look = () => {
      const links = [...document.querySelectorAll('header a[href="/auth"]')];
      if (links.some((link) => link.checkVisibility({ visibilityProperty: true }))) {
        Reflect.get(window, 'sawSignIn')();
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/pricing');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  expect(seen).toEqual([]);

  await page.context().clearCookies();
  await page.goto('/pricing');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
});

test('the landing page loads no schema library, no checkout and no Google sign-in', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(
    requested.filter((url) => /zod|form-|paddle|firebase|gstatic|facebook/i.test(url)),
  ).toEqual([]);
  expect(requested.some((url) => /\/app-/.test(url))).toBe(true);
});

/** Opens a page and holds back its app until `resolve` is called. Its entry script has run. */
async function holdApp(page: Page, path: string): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(start|app)-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/assets\/(start|app)-.*\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  await requested;
  return held;
}

test('text and clicks made before the script has loaded take effect once it has', {
  tag: '@full',
}, async ({ page }) => {
  const held = await holdApp(page, '/auth');
  await page.getByLabel('Email').fill('early@example.com');
  await page.getByRole('tab', { name: 'Register' }).click();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Unlock AI Episode Creation' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com');
});

test('a press that begins before the script has loaded and ends after it takes effect once', async ({
  page,
}) => {
  // The first page is hydrated, the second replaced.
  for (const path of ['/auth?next=/dashboard', '/auth?email=ann@example.com']) {
    const held = await holdApp(page, path);
    await page.getByRole('button', { name: 'Show password' }).hover();
    await page.mouse.down();
    held.resolve();
    await hydrated(page);
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
  }
});

test('what is typed while the page comes to life is kept, with the focus', {
  tag: '@full',
}, async ({ page }) => {
  const held = await holdApp(page, '/auth?next=/dashboard');
  const email = page.getByLabel('Email');
  const text = 'somebody.who.types.on.and.on@example.com';
  await email.pressSequentially(text.slice(0, 8));
  held.resolve();
  // Typed into whatever has the focus, until the page is hydrated and beyond.
  for (const letter of text.slice(8)) await page.keyboard.press(letter);
  await hydrated(page);
  await expect(email).toHaveValue(text);
  await expect(email).toBeFocused();
});
