import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Order } from '#shared/order.ts';
import { collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { become, callApi, newEmail, PASSWORD } from './signIn.ts';

test.use({ viewport: { width: 390, height: 844 } });

const TOPIC = 'How a lighthouse lamp floats';

function countSteps(page: Page) {
  const counted = { pages: [new URL(page.url()).pathname], fields: 0, taps: 0 };
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pathname !== counted.pages.at(-1)) {
      counted.pages.push(pathname);
    }
  });
  return {
    counted,
    async type(label: string, text: string) {
      counted.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    async tap(control: Locator) {
      counted.taps += 1;
      await control.tap();
    },
  };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first();
const goOn = (page: Page) => button(page, /^Continue to checkout/);
const kept = (page: Page) => page.getByRole('region', { name: 'Your order' });
const payment = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^pay/i });

async function hostsIn(page: Page): Promise<string[]> {
  const hosts = page.getByRole('button', { name: /^Mic [12]: .*\. Change the voice$/ });
  await expect(hosts).toHaveCount(2, { timeout: 60_000 });
  return hosts.evaluateAll((all) =>
    all.map((host) => (host.ariaLabel ?? '').replace(/^Mic [12]: (.*)\. Change the voice$/, '$1')),
  );
}

async function expectOrder(page: Page, hosts: string[]): Promise<void> {
  const episode = page.getByRole('region', { name: 'Your episode' });
  for (const text of [TOPIC, ...hosts]) await expect(episode).toContainText(text);
}

const ordersOf = async (page: Page) =>
  (await callApi<{ orders: Order[] }>(page, 'GET', '/api/orders')).orders;

async function fillIn(page: Page, { email, topic = TOPIC }: { email?: string; topic?: string }) {
  await page.getByLabel('What are we talking about?').fill(topic);
  const hosts = await hostsIn(page);
  if (email) await page.getByLabel('Where should we send it?').fill(email);
  return hosts;
}

test('somebody new pays after five pages, three fields and six taps', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/');
  const { counted, type, tap } = countSteps(page);
  await type('What are we talking about?', TOPIC);
  await tap(button(page, 'Get Started'));
  const hosts = await hostsIn(page);
  await type('Where should we send it?', newEmail('short-way'));
  await tap(goOn(page));
  await type('Password', PASSWORD);
  await tap(button(page, 'Unlock Episode Creation'));
  await expect(page.getByText('You’re in', { exact: true })).toBeVisible();
  await expectOrder(page, hosts);
  await tap(button(page, 'Pay $3.99'));
  await tap(payment(page));
  await expect(page).toHaveURL(/\/success\?order=/, { timeout: 30_000 });

  expect(counted.pages).toEqual(['/', '/create', '/auth', '/create', '/checkout', '/success']);
  expect(counted.fields).toBeLessThanOrEqual(3);
  expect(counted.taps).toBeLessThanOrEqual(6);
  expect(errors).toEqual([]);
});

test('somebody known pays after three pages, one field and four taps', { tag: '@full' }, async ({
  page,
}) => {
  await become(page, 'signed in');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  const { counted, type, tap } = countSteps(page);
  await tap(page.getByRole('main').getByRole('link', { name: 'New episode' }));
  await type('What are we talking about?', TOPIC);
  const hosts = await hostsIn(page);
  await tap(goOn(page));
  await expectOrder(page, hosts);
  await tap(button(page, 'Pay $3.99'));
  await tap(payment(page));
  await expect(page).toHaveURL(/\/success\?order=/, { timeout: 30_000 });

  expect(counted.pages).toEqual(['/dashboard', '/create', '/checkout', '/success']);
  expect(counted.fields).toBe(1);
  expect(counted.taps).toBeLessThanOrEqual(4);
});

test('from an order, the button of the sign-in is on the screen of any phone', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/create');
  await fillIn(page, { email: newEmail('fold'), topic: `${TOPIC} `.repeat(15) });
  await page.getByRole('radio', { name: '15 minutes, $5.99' }).press('Space');
  await goOn(page).tap();
  const tape = kept(page);
  await expect(tape).toContainText('Kept for you: How a lighthouse lamp floats');
  await expect(tape).toContainText(', 15 min, $5.99');
  for (const size of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    for (const [tab, name] of [
      ['Login', 'Sign In'],
      ['Register', 'Unlock Episode Creation'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).tap();
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(tape).toBeInViewport({ ratio: 1 });
      await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    }
  }
});

/** The finger comes down while the form loads, and goes up when its button has moved down. */
async function reloadUnderFinger(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/orders/*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const early = await goOn(page).boundingBox();
  if (!early) throw new Error('the key is not on the screen');
  const screen = await page.context().newCDPSession(page);
  await screen.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: early.x + early.width / 2, y: early.y + early.height / 2 }],
  });
  resolve();
  await expect(goOn(page)).toContainText('$3.99');
  expect((await goOn(page).boundingBox())?.y).toBeGreaterThan(early.y + early.height);
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('Back, a reload and a second tab find the order that was placed', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.goto('/create');
  await fillIn(page, { email: newEmail('twice') });
  const second = await context.newPage();
  await second.goto('/create');
  await expect(second.getByLabel('What are we talking about?')).toHaveValue(TOPIC);
  await goOn(page).tap();
  // The form has a region of that name too.
  await expect(page).toHaveURL(/\/auth/);
  await expect(kept(page)).toBeVisible();
  await page.reload();
  await expect(kept(page)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Unlock Episode Creation').tap();
  await expect(page).toHaveURL(/\/checkout\?order=/);

  await page.goBack();
  await expect(page.getByLabel('What are we talking about?')).toHaveValue(TOPIC);
  await page.reload();
  await expect(goOn(page)).toBeVisible();
  await expect(page).toHaveURL('/create');
  await goOn(page).tap();
  await expect(page).toHaveURL(/\/checkout\?order=/);

  await reloadUnderFinger(second);
  await expect(second).toHaveURL(page.url());
  expect(await ordersOf(page)).toHaveLength(1);
});

test('an order goes on after a sign-in with Google', { tag: '@full' }, async ({ page }) => {
  await page.goto('/create');
  const hosts = await fillIn(page, { email: newEmail('google') });
  const frame = page.waitForResponse((reply) => reply.url().includes('/emulator/auth/iframe?'));
  await goOn(page).tap();
  await frame;
  const opened = page.waitForEvent('popup');
  await button(page, 'Unlock with Google').tap();
  const popup = await opened;
  await popup.getByLabel('Email').fill(`ada.${randomUUID()}@example.com`);
  const closed = popup.waitForEvent('close');
  // The press may find the popup closed already.
  await popup
    .getByRole('button', { name: 'Continue' })
    .click()
    .catch(() => closed);
  await closed;
  await expect(page.getByText('You’re in', { exact: true })).toBeVisible();
  await expectOrder(page, hosts);
});
