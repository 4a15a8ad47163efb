import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { placeOrder } from './orders.ts';
import { become, callApi } from './signIn.ts';
import { standin } from './standins.ts';

type Entry = { kind: string; orderId?: string; transactionId?: string; cents?: number };

/** In cents: requested from Paddle, or collected by it. */
async function amountsOf(orderId: string, kind: 'transaction' | 'charge'): Promise<number[]> {
  const { entries } = await standin<{ entries: Entry[] }>('/ledger');
  return entries
    .filter((entry) => entry.kind === kind && entry.orderId === orderId)
    .map(({ cents }) => cents ?? 0);
}

async function makeCode(browser: Browser, discountPercent: number) {
  const code = `OFF${discountPercent}-${randomUUID().slice(0, 4).toUpperCase()}`;
  const desktop = await browser.newContext();
  const admin = await desktop.newPage();
  await become(admin, 'admin');
  await callApi(admin, 'POST', '/api/admin/discount-codes', { code, discountPercent });
  await desktop.close();
  return code;
}

async function fill(page: Page, topic: string): Promise<void> {
  await page.getByLabel('What are we talking about?').fill(topic);
  const shuffle = page.getByRole('button', { name: 'Shuffle' });
  // A new instance has to fetch its catalogue first.
  await expect(shuffle).toBeVisible({ timeout: 60_000 });
  await shuffle.click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a code' }).click();
  await page.getByLabel('Discount code').fill(code);
  // Applies the code without placing an order.
  await page.keyboard.press('Enter');
}

const next = (page: Page, price: string) =>
  page.getByRole('button', { name: `Continue to checkout ${price}` });

const orderIn = (page: Page) => String(new URL(page.url()).searchParams.get('order'));

async function expectLines(page: Page, ...wanted: [string, string][]): Promise<void> {
  const lines = page.getByRole('main').locator('dl > div');
  await expect(lines).toHaveText(wanted.map(([name, sum]) => new RegExp(`^${name}\\s*${sum}$`)));
}

const paidLine = (page: Page, line: string) =>
  expect(page.getByText(line, { exact: true })).toBeVisible({ timeout: 60_000 });

async function goByMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const isNarrow = await menu.isVisible();
  if (isNarrow) await menu.click();
  const links = page.getByRole(isNarrow ? 'dialog' : 'banner');
  await links.getByRole('link', { name, exact: true }).click();
}

test('a buyer with a code closes the overlay, is declined, pays, and has one free episode', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const errors = collectErrors(page);
  const code = await makeCode(browser, 30);
  const overlay = page.getByRole('dialog');
  const pay = page.getByRole('button', { name: 'Pay $2.79' });
  await become(page, 'signed in');
  let orderId = '';
  let paidId = '';

  await test.step('sees the discount, to the cent', async () => {
    await page.goto('/create');
    await fill(page, 'What lighthouse keepers read');
    await enterCode(page, code);
    await expect(page.getByText(`${code}: $1.20 off`)).toBeVisible();
    await next(page, '$2.79').click();
    await expect(page).toHaveURL(/\/checkout\?order=/);
    orderId = orderIn(page);
    await expectLines(
      page,
      ['10 minutes', '\\$3\\.99'],
      [`${code}, 30% off`, '−\\$1\\.20'],
      ['Total', '\\$2\\.79'],
    );
  });

  await test.step('closes the overlay: nothing is charged, and the order waits', async () => {
    await pay.click();
    await expect(overlay).toContainText('Total $2.79');
    await overlay.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Nothing was charged. Your order waits here')).toBeVisible();
    await goByMenu(page, 'Dashboard');
    const waiting = page.getByRole('region', { name: 'Waiting for payment' });
    await expect(waiting).toContainText('What lighthouse keepers read');
    await expect(waiting).toContainText('$2.79');
    await expect(page.getByText('Ten minutes, on the house')).toBeHidden();
    await waiting.getByRole('link', { name: 'Finish paying' }).click();
    expect(await amountsOf(orderId, 'charge')).toEqual([]);
  });

  await test.step('comes back and is declined: nothing is charged, and it can be tried again', async () => {
    await pay.click();
    await overlay.getByRole('button', { name: 'Decline the card' }).click();
    await expect(overlay.getByRole('button', { name: 'Pay $2.79' })).toBeEnabled();
    await overlay.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alert')).toContainText('nothing was charged');
    await audit(page);
    expect(await amountsOf(orderId, 'charge')).toEqual([]);
  });

  await test.step('pays the same transaction, once', async () => {
    await pay.click();
    await overlay.getByRole('button', { name: 'Pay $2.79' }).dblclick();
    await expect(page).toHaveURL(`/success?order=${orderId}`, { timeout: 30_000 });
    await paidLine(page, 'Order paid, $2.79');
    expect(await amountsOf(orderId, 'transaction')).toEqual([279]);
    expect(await amountsOf(orderId, 'charge')).toEqual([279]);
    paidId = orderId;
  });

  await test.step('is offered the free episode on the form, without reloading', async () => {
    await goByMenu(page, 'Create Episode');
    await expect(page.getByText('Ten minutes, on the house')).toBeVisible();
    await page.goto(`/checkout?order=${orderId}`);
    await expect(page).toHaveURL(`/success?order=${orderId}`);
  });

  let rival = '';
  await test.step('takes it from the dashboard’s banner', async () => {
    // A second bonus order, placed in another window before the first is confirmed.
    rival = (await placeOrder(page, { topic: 'And what do they write?', useBonus: true })).id;

    await goByMenu(page, 'Dashboard');
    await page.getByRole('link', { name: 'Use it' }).click();
    await expect(page.getByRole('button', { name: 'Save it for later' })).toBeVisible();
    await expect(page.getByRole('radio', { name: '10 minutes, $0.00' })).toBeChecked();
    await fill(page, 'Why the sea glows at night');
    await next(page, 'Free').click();
    await expect(page).toHaveURL(/\/checkout\?order=/);
    orderId = orderIn(page);
    await expectLines(
      page,
      ['10 minutes', '\\$3\\.99'],
      ['Bonus episode, on the house', '−\\$3\\.99'],
      ['Total', 'Free'],
    );
    await page.getByRole('button', { name: 'Make my episode' }).dblclick();
    await expect(page).toHaveURL(`/success?order=${orderId}`);
    await paidLine(page, 'On the house');
    expect(await amountsOf(orderId, 'transaction')).toEqual([]);
  });
  expect(errors).toEqual([]);

  await test.step('gets an error message the second time', async () => {
    await goByMenu(page, 'Create Episode');
    await expect(next(page, '$3.99')).toBeVisible();
    await expect(page.getByText('Ten minutes, on the house')).toBeHidden();
    await page.goto(`/checkout?order=${rival}`);
    await page.getByRole('button', { name: 'Make my episode' }).click();
    await expect(page.getByRole('alert')).toHaveText('You’ve used your free episode');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Your episodes' })).toBeVisible();
    await expect(page.getByText('Ten minutes, on the house')).toBeHidden();
  });

  await test.step('finds the way to a refund in the receipt, with its order filled in', async () => {
    await page.getByRole('button', { name: /^More/ }).last().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await expect(receipt).toContainText('Paid on');
    await receipt.getByRole('link', { name: 'Ask for a refund' }).click();
    await expect(page.getByLabel('Message')).toHaveValue(new RegExp(`order ${paidId}`));
  });
});
