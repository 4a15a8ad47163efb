import path from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { FIRST_SAMPLES } from '../server/production/demos/first.ts';
import { test } from './fixtures.ts';
import { finished, pay, placeOrder, readEpisode } from './orders.ts';
import { firstToSee, visits } from './routes.ts';
import { become, callApi, type Role, register } from './signIn.ts';
import { setFaults } from './standins.ts';

/** Not a test: screenshots of every screen for review, by `npm run screens`. */
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

// The demo's own scripts, so that the words are those that visitors meet.
const SCRIPTS = { openai: { writer: 'scripts' } } as const;
test.beforeAll(({ product: _ }) => setFaults(SCRIPTS));

test('screenshots of all routes', async ({ browser, demos: _ }) => {
  for (const visit of visits) {
    const role = firstToSee(visit).at(-1) ?? 'signed out';
    await picture(browser, visit.name, role, visit.path);
  }
});

test('screenshots of sheets, menus and toasts', async ({ browser, demos: _ }) => {
  const visitor = await browser.newContext();
  const member = await browser.newContext();
  await register(await member.newPage(), 'mira.lindqvist@example.com');

  await pictureAs(visitor, 'auth-register', '/auth?tab=register');
  await pictureAs(member, 'menu', '/pricing', async (page) => {
    await page.getByRole('button', { name: /^(Menu$|Account: )/ }).click();
    await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  });
  await pictureAs(visitor, 'toast', '/auth?error=google_not_configured', async (page) => {
    // Hovering keeps a toast open.
    await page.getByText('Google Sign-In Unavailable').first().hover();
  });
  await pictureAs(visitor, 'create-voices', '/create', async (page) => {
    await page.getByRole('button', { name: /mic 1/i }).click();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: /^Play/ }).first(),
    ).toBeVisible();
  });
  await pictureAs(visitor, 'create-tone', '/create', async (page) => {
    await page.getByRole('button', { name: /^Tone/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await pictureAs(visitor, 'samples-playing', '/samples', async (page) => {
    const demo = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .first();
    await demo.getByRole('button', { name: /^Play/ }).click();
    await demo.getByRole('button', { name: /^Read along/ }).click();
    await expect(demo.getByRole('list').locator('..')).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => Number(await demo.getByRole('slider').getAttribute('aria-valuenow')))
      .toBeGreaterThan(3);
  });
  await pictureAs(visitor, 'offline', '/pricing', (page) => page.context().setOffline(true));
  await visitor.close();
  await member.close();
});

test('screenshots of an order, its episode and the admin views', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await setFaults(SCRIPTS);
  await register(page, 'mira@example.com');
  await callApi(page, 'PATCH', '/api/account', { firstName: 'Mira' });
  const [bread, trains, sea] = FIRST_SAMPLES.map(({ hosts: [voice1Id, voice2Id], ...brief }) => ({
    ...brief,
    voice1Id,
    voice2Id,
  }));
  for (const [brief, place] of [
    [bread, { seconds: 0, ended: true }],
    [trains, { seconds: 250 }],
  ] as const) {
    const publicId = await pay(page, await placeOrder(page, brief));
    await finished(page, publicId);
    await callApi(page, 'PUT', `/api/podcasts/${publicId}/position`, place);
  }
  const { id: open } = await placeOrder(page, { ...sea, topic: 'What octopuses dream about' });
  const order = await placeOrder(page, sea);
  const { id: paid } = order;
  await setFaults({ ...SCRIPTS, elevenlabs: { latency: 4000 } });
  const publicId = await pay(page, order);
  const spoken = async () => (await readEpisode(page, publicId)).progress.linesSpoken;
  await expect.poll(spoken, { timeout: 120_000 }).toBeGreaterThan(20);
  await pictureAs(context, 'success-making', `/success?order=${paid}`);
  const making = (await readEpisode(page, publicId)).listenUrl;
  await pictureAs(context, 'listen-making', making, async () => undefined);
  await setFaults(SCRIPTS);
  const { listenUrl: listen } = await finished(page, publicId);
  await pictureAs(context, 'checkout-open', `/checkout?order=${open}`);
  await pictureAs(context, 'success-ready', `/success?order=${paid}`);
  await pictureAs(context, 'success-email', `/success?order=${paid}`, async (page) => {
    await page.getByRole('button', { name: 'No email? Send it again' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await pictureAs(context, 'dashboard-full', '/dashboard');
  await pictureAs(context, 'dashboard-playing', '/dashboard', async (page) => {
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Now playing' })).toBeVisible();
  });
  await pictureAs(context, 'dashboard-menu', '/dashboard', async (page) => {
    await page
      .getByRole('button', { name: /^More: / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  for (const panel of ['account', 'feed']) {
    await pictureAs(context, `dashboard-${panel}`, `/dashboard?panel=${panel}`, opened);
  }
  await pictureAs(context, 'dashboard-receipt', `/dashboard?receipt=${paid}`, opened);
  await pictureAs(context, 'listen-episode', listen);
  // It opens at its place, so the viewport is pictured and not the whole page.
  await pictureAs(context, 'listen-place', `${listen}&t=200`, async () => undefined);
  for (const [name, buttonName] of [
    ['speed', /^Speed/],
    ['sleep', /^Sleep timer/],
    ['share', 'Share'],
    ['menu', 'What else'],
  ] as const) {
    await pictureAs(context, `listen-${name}`, listen, async (page) => {
      await page.getByRole('button', { name: buttonName }).first().click();
      await opened(page);
    });
  }
  await pictureAs(context, 'listen-chapters', listen, async (page) => {
    if ((page.viewportSize()?.width ?? 0) > 1000) return;
    await page.getByRole('button', { name: /Chapter \d+ of \d+$/ }).click();
    await opened(page);
  });
  // The height and, on wide screens, about the width of the frame that we give out.
  await pictureAs(context, 'listen-embedded', `${listen}&embed=1`, async (page) => {
    const width = Math.min(page.viewportSize()?.width ?? 0, 640);
    await page.setViewportSize({ width, height: 240 });
  });
  await pictureAs(context, 'listen-search', listen, async (page) => {
    await page.getByRole('button', { name: 'Search the transcript' }).click();
    await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('qqqq');
    await expect(page.getByText('They never said')).toBeVisible();
  });
  await pictureAs(context, 'create-filled', `/create?topic=The+chemistry+of+bread`);
  await context.close();

  const desktop = await browser.newContext();
  const admin = await desktop.newPage();
  await become(admin, 'admin');
  const code = { code: 'NIGHTOWL', discountPercent: 20, maxUses: 50 };
  await callApi(admin, 'POST', '/api/admin/discount-codes', code);
  for (const view of ['codes', 'orders', 'episodes', 'sales']) {
    await pictureAs(desktop, `admin-${view}`, `/admin?view=${view}`);
  }
  await desktop.close();
});

const opened = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();

async function picture(browser: Browser, name: string, role: Role, address: string) {
  const context = await browser.newContext();
  await become(await context.newPage(), role);
  await pictureAs(context, name, address);
  await context.close();
}

/** Takes the whole page, or the viewport after `act`. */
async function pictureAs(
  who: BrowserContext,
  name: string,
  address: string,
  act?: (page: Page) => Promise<void>,
) {
  const storageState = await who.storageState();
  for (const look of looks) {
    const context = await who.browser()?.newContext({ ...look, storageState });
    if (!context) throw new Error('the browser has closed');
    const page = await context.newPage();
    await page.goto(address);
    // An open sheet hides the heading from the accessibility tree only.
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

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Makes the viewport as high as the page, up to what a browser paints at once. */
async function heighten(page: Page, { viewport }: Look): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      // Lines off screen would have an estimated height and not be painted.
      '* { content-visibility: visible !important }' +
        // On an even higher page, sticky elements would stand in the middle.
        '.sticky { position: relative !important; inset: auto !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: viewport.width, height: Math.min(height, 6000) });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
