import { devices, expect, type Locator, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { hideDemo, test } from './fixtures.ts';
import { finished, pay, placeOrder } from './orders.ts';
import { become, newEmail, PASSWORD } from './signIn.ts';

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };
test.use({ viewport: phone.viewport });

const asks = (page: Page) => page.getByRole('region', { name: 'Wondering something yourself?' });
const end = (page: Page) => page.getByRole('region', { name: 'After the end' });
const card = (page: Page) => page.getByRole('region', { name: 'How it starts' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Place in the episode' });

async function hear(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: /^Speed/ }).tap();
  await page.getByRole('radio', { name: '2×', exact: true }).press('Space');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Play', exact: true }).tap();
  const at = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(at, { timeout: 60_000 }).toBeGreaterThan(seconds);
}

test('a stranger hears a shared episode to its end, and from a question of it orders one', {
  tag: '@full',
}, async ({ page, browser, product }) => {
  await become(page, 'signed in');
  const order = await placeOrder(page, { tone: 'Calm', style: 'Interview' });
  const episode = await finished(page, await pay(page, order));
  const link = new URL(episode.listenUrl, product.url).href;
  await page.goto(link);
  await expect(page.getByRole('region', { name: 'Ask next' })).toBeVisible();
  await expect(asks(page)).toHaveCount(0);

  const context = await browser.newContext({ ...phone, baseURL: product.url });
  await context.addInitScript(hideDemo);
  const stranger = await context.newPage();
  const errors = collectErrors(stranger);
  await test.step('it is heard without a cookie, and ends with a question', async () => {
    await stranger.goto(link);
    await expect(asks(stranger)).toBeVisible();
    const counted = stranger.waitForResponse(/\/listens$/, { timeout: 60_000 });
    await hear(stranger, 32);
    expect((await counted).status()).toBe(204);
    await slider(stranger).focus();
    await stranger.keyboard.press('End');
    await expect(end(stranger)).toBeVisible();
    await expect(end(stranger).getByLabel('Your question')).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    // Here the player covers nothing.
    await stranger.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await audit(stranger);
  });

  await test.step('without a question the field says so', async () => {
    await asks(stranger).getByRole('button', { name: 'Hear how it starts' }).tap();
    await expect(asks(stranger).getByText('Type your question first')).toBeVisible();
    await expect(asks(stranger).getByLabel('Your question')).toBeFocused();
  });

  const questions = asks(stranger).getByRole('link');
  const question = (await questions.first().textContent()) ?? '';
  await test.step('one tap on a question lets them hear how the same hosts begin', async () => {
    await expect(questions).toHaveCount(3);
    await questions.first().tap();
    await expect(stranger).toHaveURL('/create');
    await expect(card(stranger)).toBeInViewport();
    await expect(stranger.getByLabel('What are we talking about?')).toHaveValue(question);
    for (const [mic, name] of [order.voice1Name, order.voice2Name].entries()) {
      await expect(stranger.getByRole('button', { name: `Mic ${mic + 1}: ${name}` })).toBeVisible();
    }
    await expect(stranger.getByRole('button', { name: /Calm/ })).toBeVisible();
    await expect(stranger.getByRole('button', { name: /Interview/ })).toBeVisible();
    await expect(card(stranger).getByRole('status')).toHaveText(/^This is how your episode/, {
      timeout: 60_000,
    });
    await expect(card(stranger)).toBeInViewport();
    await expect(card(stranger).getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(linesIn(card(stranger)).first()).toBeVisible();
    await audit(stranger);
  });

  await test.step('neither a reload nor the way back and forth asks again', async () => {
    const asked: string[] = [];
    stranger.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/previews')) {
        asked.push(request.url());
      }
    });
    const lines = await linesIn(card(stranger)).allInnerTexts();
    await stranger.reload();
    await expect(linesIn(card(stranger))).toHaveText(lines);
    await stranger.goBack();
    await expect(asks(stranger)).toBeVisible();
    await stranger.goForward();
    await expect(linesIn(card(stranger))).toHaveText(lines);
    expect(asked).toEqual([]);
  });

  await test.step('they sign up and pay', async () => {
    await stranger.getByLabel('Where should we send it?').fill(newEmail('stranger'));
    await stranger.getByRole('button', { name: /^Continue to checkout/ }).tap();
    await stranger.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await stranger.getByRole('button', { name: 'Unlock Episode Creation' }).tap();
    await stranger.getByRole('button', { name: 'Pay $3.99' }).tap();
    await stranger.getByRole('dialog').getByRole('button', { name: /^pay/i }).tap();
    await expect(stranger).toHaveURL(/\/success\?order=/, { timeout: 30_000 });
    await expect(stranger.getByText('It carries on from what you heard.')).toBeVisible();
  });
  expect(errors).toEqual([]);
  await context.close();

  await test.step('Admin shows where they came from', async () => {
    const admin = await browser.newContext({ ...phone, baseURL: product.url });
    const desk = await admin.newPage();
    await become(desk, 'admin');
    await desk.goto('/admin?view=sales');
    const row = desk.getByRole('row', { name: /^Shared links/ });
    await expect(row.getByRole('cell')).toHaveText(['1', '1', '1', '$3.99']);
    await admin.close();
  });
});

const linesIn = (shown: Locator): Locator =>
  shown.getByRole('list', { name: 'How it starts' }).locator('li > p:last-child');
