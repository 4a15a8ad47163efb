import { expect, type Page, test } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { become, callApi } from './people.ts';
import { standin } from './standins.ts';

const TOPIC = 'How bees agree on a new home';

type Voice = { id: string; name: string };
type Receipt = { title: string; durationSeconds: number };

/** Buys ten minutes and waits until they are made. */
async function buyEpisode(page: Page): Promise<{ id: string; voices: Voice[] }> {
  const { voices } = await callApi<{ voices: Voice[] }>(page, 'GET', '/api/voices');
  const { order } = await callApi<{ order: { id: string } }>(page, 'POST', '/api/orders', {
    topic: TOPIC,
    tone: 'Funny',
    style: 'Debate',
    duration: 10,
    voice1Id: voices[0]?.id,
    voice2Id: voices[1]?.id,
    email: 'bees@example.com',
  });
  const { transactionId } = await callApi<{ transactionId: string }>(
    page,
    'POST',
    `/api/orders/${order.id}/checkout`,
  );
  await standin(`/paddle/demo/transactions/${transactionId}/pay`, {});
  const statuses = async () => {
    const { podcasts } = await callApi<{ podcasts: { status: string }[] }>(
      page,
      'GET',
      '/api/podcasts',
    );
    return podcasts.map(({ status }) => status);
  };
  await expect.poll(statuses, { timeout: 240_000 }).toEqual(['completed']);
  return { id: order.id, voices };
}

test('a buyer reads the receipt, opens the invoice, and orders another like it', async ({
  page,
}) => {
  test.setTimeout(420_000);
  const errors = collectErrors(page);
  await become(page, 'signed in');
  const { id, voices } = await buyEpisode(page);
  const { receipt } = await callApi<{ receipt: Receipt }>(page, 'GET', `/api/orders/${id}/receipt`);
  const seconds = Math.round(receipt.durationSeconds);
  const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

  const sheet = page.getByRole('dialog', { name: 'Receipt' });
  const line = (name: string) => sheet.getByText(name, { exact: true }).locator('..');

  await test.step('finds it at the tape, to the cent and the second', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: `Receipt: ${receipt.title}` }).click();
    await expect(page).toHaveURL(`/dashboard?receipt=${id}`);
    await expect(page).toHaveTitle(/^Receipt/);
    await expect(sheet).toContainText(TOPIC);
    await expect(line('Bought')).toContainText('10 min');
    await expect(line('Delivered')).toContainText(`${length} min`);
    await expect(line('List price')).toContainText('$3.99');
    await expect(line('Total')).toContainText('$3.99');
    await audit(page);
  });

  await test.step('opens Paddle’s invoice in a tab of its own', async () => {
    const tab = page.waitForEvent('popup');
    await sheet.getByRole('link', { name: 'Open Paddle’s invoice' }).click();
    const invoice = await tab;
    await expect(invoice.getByText('Demo invoice', { exact: false }).first()).toBeVisible();
    await expect(invoice.getByRole('row', { name: /^Total paid/ })).toContainText('$3.99');
    expect(await invoice.evaluate(() => window.opener)).toBeNull();
    await invoice.close();
  });

  await test.step('closes it by Back, and comes to it again from the letter', async () => {
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
    await expect.poll(letterFor(id), { timeout: 30_000 }).toContain('Total: $3.99');
    const link = /http\S+receipt=\S+/.exec(await letterFor(id)())?.[0] ?? '';
    await page.goto(new URL(link).pathname + new URL(link).search);
    await expect(line('Delivered')).toContainText(`${length} min`);
  });

  await test.step('finds the form filled in as it was', async () => {
    await sheet.getByRole('link', { name: 'Make another like this' }).click();
    await expect(page).toHaveURL(/\/create$/);
    await expect(page.getByLabel('What are we talking about?')).toHaveValue(TOPIC);
    for (const choice of [voices[0]?.name, voices[1]?.name, 'Funny', 'Debate']) {
      await expect(page.getByText(String(choice), { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('radio', { name: '10 minutes, $3.99' })).toBeChecked();
  });
  expect(errors).toEqual([]);
});

/** Asks for the letter that leads to this order's receipt; empty while it has not come. */
const letterFor = (orderId: string) => async () => {
  type Mail = { messages: { text: string }[] };
  const { messages } = await standin<Mail>('/mail/messages');
  return messages.find(({ text }) => text.includes(`receipt=${orderId}`))?.text ?? '';
};
