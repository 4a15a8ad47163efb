import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { become } from './signIn.ts';

const links = {
  Home: '/',
  'Create Episode': '/create',
  Demos: '/samples',
  Pricing: '/pricing',
  'Contact Us': '/contact',
};

test.describe('on a wide screen', { tag: '@wide' }, () => {
  test('the header has every link, marks the current one and offers Sign In', async ({ page }) => {
    await page.goto('/pricing');
    const row = page.getByRole('navigation', { name: 'Main' });
    for (const [name, href] of Object.entries(links)) {
      await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
    await expect(row.locator('[aria-current="page"]')).toHaveText('Pricing');
    await expect(row.getByRole('link', { name: 'Admin' })).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  test('the sign-in page keeps Sign In in the row, and highlights it', async ({ page }) => {
    await page.goto('/auth');
    const link = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
  });

  test('at 1280 by 800 the order stands beside the form, in sight, and covers nothing', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/create');
    const topic = page.getByLabel('What are we talking about?');
    await topic.fill('Why the sea glows at night, and what it is trying to tell the fish below');
    await topic.blur();
    const voice = page.getByRole('button', { name: /^Mic 1/ });
    await expect(voice).toBeVisible();
    await page.getByRole('button', { name: 'Swap the voices' }).hover();
    const tip = page.getByRole('tooltip', { includeHidden: true });
    await expect(tip).toHaveText('Swap the voices');
    await topic.hover();
    await expect(tip).toHaveCount(0);
    const button = page.getByRole('button', { name: /^Continue to checkout/ });
    const seen = [
      button,
      page.getByRole('radiogroup'),
      page.getByRole('button', { name: /^Tone/ }),
    ];
    for (const part of seen) await expectUncovered(part);
    // The card of what was heard in the topic comes in between and moves what is below.
    await expect(page.getByRole('heading', { name: /^We heard/ })).toBeVisible();
    const shuffle = page.getByRole('button', { name: 'Shuffle' });
    await shuffle.scrollIntoViewIfNeeded();
    await expectUncovered(button);
    await expectUncovered(shuffle);
  });

  test('a signed-in user finds Dashboard in place of Home and the user menu in place of Sign In', async ({
    page,
  }) => {
    await become(page, 'signed in');
    await page.goto('/create');
    const row = page.getByRole('navigation', { name: 'Main' });
    await expect(row.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await expect(row.getByRole('link', { name: 'Home' })).toHaveCount(0);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: 'Sign In' })).toHaveCount(0);

    const menu = banner.getByRole('button', { name: /^Account: / });
    const email = (await menu.getAttribute('aria-label'))?.replace('Account: ', '') ?? '';
    await expect(menu).toHaveText(email.slice(0, 1), { ignoreCase: true });
    await menu.click();
    await expect(banner.getByText('User', { exact: true })).toBeVisible();
    await expect(banner.getByText(email)).toBeVisible();
    await page.getByRole('main').click({ position: { x: 5, y: 5 } });
    await expect(banner.getByText(email)).toBeHidden();
    await menu.click();
    await page.keyboard.press('Escape');
    await expect(banner.getByText(email)).toBeHidden();
    await menu.click();
    await signOut(page, banner);
  });
});

async function expectUncovered(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  const covered = await part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const inset = 20;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, bottom - inset],
    ] as const;
    return points.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
  });
  expect(covered).toBe(false);
}

test.describe('on a narrow screen', { tag: '@narrow' }, () => {
  test('the button of Register is on the screen of a phone without scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await expectUncovered(page.getByRole('button', { name: 'Unlock Episode Creation' }));
  });

  test('the menu shows a signed-in user a card with Sign Out', async ({ page }) => {
    await become(page, 'signed in');
    await page.goto('/contact');
    const overlay = await openOverlay(page);
    await expect(overlay.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(overlay.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await expect(overlay.getByText('User', { exact: true })).toBeVisible();
    await expect(overlay.getByText(/@example\.com$/)).toBeVisible();
    await signOut(page, overlay);
  });
});

async function openOverlay(page: Page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const overlay = page.getByRole('dialog', { name: 'Menu' });
  await expect(overlay).toBeVisible();
  return overlay;
}

/** Signs out, which must be a full page load. */
async function signOut(page: Page, from: ReturnType<Page['getByRole']>): Promise<void> {
  const navigation = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().endsWith('/api/logout'),
  );
  await from.getByRole('link', { name: 'Sign Out' }).click();
  await navigation;
  await expect(page).toHaveURL(/\/$/);
  const { user } = await (await page.request.get('/api/auth/me')).json();
  expect(user).toBeNull();
}
