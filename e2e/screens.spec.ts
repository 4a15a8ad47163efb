import path from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { finished, pay, placeOrder, readEpisode } from './orders.ts';
import { firstToSee, visits } from './routes.ts';
import { become, callApi, type Role } from './signIn.ts';

/**
 * Not a test of anything: pictures of every screen, for a person to look at (`npm run screens`, which
 * takes those of every letter, too, see letters.spec.ts).
 */
const folder = path.resolve(import.meta.dirname, '..', process.env.SCREENS ?? 'screens');

const looks = [390, 1280].flatMap((width) =>
  (['dark', 'light'] as const).map((colorScheme) => ({
    colorScheme,
    viewport: { width, height: width === 390 ? 844 : 800 },
    isMobile: width === 390,
    hasTouch: width === 390,
    deviceScaleFactor: width === 390 ? 2 : 1,
  })),
);
type Look = (typeof looks)[number];

test.setTimeout(600_000);
test.use({ minutes: 10 });

test('the routes', async ({ browser, demos: _ }) => {
  for (const visit of visits) {
    // What the address is for, not what it says to those whom it does not concern.
    const role = firstToSee(visit).at(-1) ?? 'signed out';
    await picture(browser, visit.name, role, visit.path);
  }
});

test('what opens over a screen', async ({ browser, demos: _ }) => {
  const visitor = await browser.newContext();
  const member = await browser.newContext();
  await become(await member.newPage(), 'signed in');

  await pictureAs(browser, visitor, 'auth-register', '/auth?tab=register');
  // The overlay on a phone, the menu under the avatar on a wide screen.
  await pictureAs(browser, member, 'menu', '/pricing', async (page) => {
    await page.getByRole('button', { name: /^(Menu$|Account: )/ }).click();
    await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  });
  await pictureAs(browser, visitor, 'toast', '/auth?error=google_not_configured', async (page) => {
    // A toast stays for as long as it is pointed at.
    await page.getByText('Google Sign-In Unavailable').first().hover();
  });
  await pictureAs(browser, visitor, 'create-voices', '/create', async (page) => {
    await page.getByRole('button', { name: /mic 1/i }).click();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: /^Play/ }).first(),
    ).toBeVisible();
  });
  await pictureAs(browser, visitor, 'samples-playing', '/samples', async (page) => {
    const tape = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .first();
    await tape.getByRole('button', { name: /^Read along/ }).click();
    await tape.getByRole('button', { name: /^Play/ }).click();
    await expect
      .poll(async () => Number(await tape.getByRole('slider').getAttribute('aria-valuenow')))
      .toBeGreaterThan(3);
  });
  await pictureAs(browser, visitor, 'offline', '/pricing', (page) =>
    page.context().setOffline(true),
  );
  await visitor.close();
  await member.close();
});

test('what a buyer sees, and the desk behind it', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await become(page, 'signed in');
  const { id: open } = await placeOrder(page);
  const order = await placeOrder(page, { topic: 'How bees agree on a new home' });
  const { id: paid } = order;
  const publicId = await pay(page, order);
  const stage = async () => (await readEpisode(page, publicId)).stage;
  await expect.poll(stage, { timeout: 120_000 }).toBe('speaking');
  await pictureAs(browser, context, 'success-making', `/success?order=${paid}`);
  const { listenUrl: listen } = await finished(page, publicId);
  await pictureAs(browser, context, 'checkout-open', `/checkout?order=${open}`);
  await pictureAs(browser, context, 'success-ready', `/success?order=${paid}`);
  await pictureAs(browser, context, 'success-letter', `/success?order=${paid}`, async (page) => {
    await page.getByRole('button', { name: 'No letter? Send it again' }).click();
    await expect(page.getByLabel('Letter goes to')).toBeVisible();
  });
  await pictureAs(browser, context, 'dashboard-full', '/dashboard');
  await pictureAs(browser, context, 'dashboard-account', '/dashboard?panel=account');
  await pictureAs(browser, context, 'listen-episode', listen);
  await pictureAs(browser, context, 'create-filled', `/create?topic=The+chemistry+of+bread`);
  await context.close();

  const desktop = await browser.newContext();
  const admin = await desktop.newPage();
  await become(admin, 'admin');
  const code = { code: 'NIGHTOWL', discountPercent: 20, maxUses: 50 };
  await callApi(admin, 'POST', '/api/admin/discount-codes', code);
  for (const view of ['codes', 'orders', 'episodes', 'sales']) {
    await pictureAs(browser, desktop, `admin-${view}`, `/admin?view=${view}`);
  }
  await desktop.close();
});

async function picture(browser: Browser, name: string, role: Role, address: string) {
  const context = await browser.newContext();
  await become(await context.newPage(), role);
  await pictureAs(browser, context, name, address);
  await context.close();
}

/** With an act, the picture is of the screen after it; without one, of the whole page. */
async function pictureAs(
  browser: Browser,
  who: BrowserContext,
  name: string,
  address: string,
  act?: (page: Page) => Promise<void>,
) {
  const storageState = await who.storageState();
  for (const look of looks) {
    const context = await browser.newContext({ ...look, storageState });
    const page = await context.newPage();
    await page.goto(address);
    // An open sheet hides the rest of the page from whoever asks by role, not from the eye.
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
    await settle(page);
    if (act) await act(page);
    else await heighten(page, look);
    await page.screenshot({
      path: path.join(folder, `${name}-${look.viewport.width}-${look.colorScheme}.png`),
      animations: 'disabled',
      scale: 'css',
      fullPage: !act,
    });
    await context.close();
  }
}

/** Everything has come: no skeleton, no letter and no key is still on its way. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** As high as the page: what sticks to the screen's edge would lie across the middle of it else. */
async function heighten(page: Page, { viewport }: Look): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: viewport.width, height: Math.min(height, 6000) });
}
