import { expect } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { pay, placeOrder } from './orders.ts';
import { ADMINS, become, newEmail, PASSWORD, register } from './signIn.ts';

test('an admin creates a code, finds the order placed with it, refunds it and sees the sales', async ({
  page,
  request,
}) => {
  const errors = collectErrors(page);
  const buyer = newEmail('lighthouse');

  await test.step('signs up with an admin’s address and returns to Admin', async () => {
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/auth\?next=/);
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Email').fill(ADMINS[1]);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  });

  await test.step('creates a code', async () => {
    await page.getByRole('button', { name: 'New code' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Create code' }).click();
    await expect(sheet.getByText('Code is required')).toBeVisible();
    await expect(sheet.getByLabel('Code', { exact: true })).toBeFocused();
    await audit(page);
    await sheet.getByLabel('Code', { exact: true }).fill('NIGHTSHIFT');
    await sheet.getByLabel('Percent off').fill('20');
    await sheet.getByRole('button', { name: 'Create code' }).dblclick();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'NIGHTSHIFT' })).toHaveCount(1);
    await audit(page);
  });

  await test.step('a buyer uses it', async () => {
    await register({ request }, buyer);
    const topic = 'What lighthouse keepers read';
    const order = { topic, duration: 20, email: buyer, discountCode: 'nightshift' } as const;
    await pay({ request }, await placeOrder({ request }, order));
  });

  await test.step('finds the order by the buyer’s address', async () => {
    const nav = page.getByRole('navigation', { name: 'Admin' });
    await nav.getByRole('link', { name: 'Orders' }).click();
    await page.getByLabel('Email, order, transaction or code').fill(buyer);
    const row = page.getByRole('button', { name: new RegExp(buyer) });
    await expect(row).toHaveCount(1);
    await audit(page);
    await row.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Check with Paddle' }).click();
    await expect(page.getByRole('dialog', { name: '$5.99, paid' })).toBeVisible();
    await audit(page);
  });

  await test.step('refunds it, once', async () => {
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Refund $5.99' }).click();
    await expect(sheet.getByText(`Refund $5.99 to ${buyer}?`)).toBeVisible();
    await sheet.getByRole('button', { name: 'Refund $5.99' }).dblclick();
    await expect(sheet.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
    await expect(async () => {
      await sheet.getByRole('button', { name: 'Check with Paddle' }).click();
      await expect(page.getByRole('dialog', { name: '$5.99, refunded' })).toBeVisible({
        timeout: 2000,
      });
    }).toPass({ timeout: 60_000 });
    await page.goBack();
    await expect(sheet).toBeHidden();
  });

  await test.step('sees the sales and the audit log', async () => {
    const nav = page.getByRole('navigation', { name: 'Admin' });
    await nav.getByRole('link', { name: 'Sales' }).click();
    await expect(page.getByRole('img', { name: /^Sales of the last 30 days/ })).toBeVisible();
    const channels = page.getByRole('table', { name: /by channel$/ });
    await expect(channels.getByRole('row', { name: /^Direct/ })).not.toContainText('$0.00');
    await page.getByText('As a table').click();
    const days = page.getByRole('table', { name: 'Sales by day' });
    await expect(days.getByRole('row').nth(1)).toContainText('$5.99');
    await audit(page);
    await nav.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByText('Order refunded')).toHaveCount(1);
  });

  expect(errors).toEqual([]);
});

test('an admin can use every view on a phone, dark and light', { tag: '@full' }, async ({
  page,
}) => {
  const errors = collectErrors(page);
  await become(page, 'admin');
  await page.goto('/admin');
  const nav = page.getByRole('navigation', { name: 'Admin' });
  for (const name of ['Payment events', 'Episodes', 'Messages', 'Users', 'Providers', 'Audit']) {
    await nav.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await audit(page);
  }
  expect(errors).toEqual([]);
});
