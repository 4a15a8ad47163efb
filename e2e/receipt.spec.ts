import { expect } from '@playwright/test';
import { clock } from '#shared/clock.ts';
import type { Receipt } from '#shared/order.ts';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { callApi } from './signIn.ts';
import { emailsTo } from './standins.ts';

test('a buyer reads the receipt, opens the invoice, and orders another like it', async ({
  page,
  demos: [, { order, owner }],
}) => {
  const errors = collectErrors(page);
  await page.context().addCookies(owner);
  const { id, topic, tone, style } = order;
  const { receipt } = await callApi<{ receipt: Receipt }>(page, 'GET', `/api/orders/${id}/receipt`);
  const length = clock(receipt.durationSeconds ?? 0);

  const sheet = page.getByRole('dialog', { name: 'Receipt' });
  const line = (name: string) => sheet.getByText(name, { exact: true }).locator('..');

  await test.step('opens it from the episode’s menu: it is right to the cent and the second', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: `More: ${receipt.title}` }).click();
    await page.getByRole('link', { name: 'Receipt' }).click();
    await expect(page).toHaveURL(`/dashboard?receipt=${id}`);
    await expect(page).toHaveTitle(/^Receipt/);
    await expect(sheet).toContainText(topic);
    await expect(line('Bought')).toContainText('10:00');
    await expect(line('Delivered')).toContainText(length);
    await expect(line('List price')).toContainText('$3.99');
    await expect(line('Total')).toContainText('$3.99');
    await audit(page);
  });

  await test.step('opens Paddle’s invoice in a new tab', async () => {
    const tab = page.waitForEvent('popup');
    await sheet.getByRole('link', { name: 'Open Paddle’s invoice' }).click();
    const invoice = await tab;
    await expect(invoice.getByText('Demo invoice', { exact: false }).first()).toBeVisible();
    await expect(invoice.getByRole('row', { name: /^Total paid/ })).toContainText('$3.99');
    expect(await invoice.evaluate(() => window.opener)).toBeNull();
    await invoice.close();
  });

  await test.step('closes it by Back, and opens it again from the email', async () => {
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
    const message = async () => {
      const emails = await emailsTo(order.email);
      return emails.find(({ text }) => text.includes(`receipt=${id}`))?.text ?? '';
    };
    await expect.poll(message, { timeout: 30_000 }).toContain('Total: $3.99');
    const link = /http\S+receipt=\S+/.exec(await message())?.[0] ?? '';
    await page.goto(new URL(link).pathname + new URL(link).search);
    await expect(line('Delivered')).toContainText(length);
  });

  await test.step('finds the form filled in with the same choices', async () => {
    await sheet.getByRole('link', { name: 'Make another like this' }).click();
    await expect(page).toHaveURL(/\/create$/);
    await expect(page.getByLabel('What are we talking about?')).toHaveValue(topic);
    for (const choice of [order.voice1Name, order.voice2Name, tone, style]) {
      await expect(page.getByText(choice, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('radio', { name: '10 minutes, $3.99' })).toBeChecked();
  });
  expect(errors).toEqual([]);
});
