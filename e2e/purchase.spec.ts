import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { devices, expect, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { newEmail } from './signIn.ts';
import { emailsTo, setFaults } from './standins.ts';

/** Ten minutes for the README's pictures; house.spec.ts covers the full length. */
const MINUTES = process.env.PICTURES ? 10 : 2;
test.use({ minutes: MINUTES });

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    scale: 'css',
    animations: 'disabled',
  });
}

async function emailTo(email: string): Promise<string> {
  let text = '';
  await expect(async () => {
    const emails = (await emailsTo(email)).filter(({ subject }) => subject.includes('ready'));
    expect(emails).toHaveLength(1);
    text = emails[0]?.text ?? '';
  }).toPass({ timeout: 60_000 });
  return text;
}

test('a visitor types a topic, signs up, pays, waits, opens the email’s link and listens', async ({
  page,
  browser,
}) => {
  const errors = collectErrors(page);
  const email = newEmail('walker');
  const screens = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) screens.add(new URL(frame.url()).pathname);
  });
  // The README shows what the demo's hosts really say.
  if (process.env.PICTURES) await setFaults({ openai: { writer: 'scripts' } });

  await test.step('types a topic on the landing page', async () => {
    await page.goto('/');
    await expect(page.getByText(/\$3\.99-\$8\.99 based on length/).first()).toBeVisible();
    await picture(page, 'home');
    await page.getByLabel('What are we talking about?').fill('Why the sea glows at night');
    await page.getByRole('button', { name: 'Get Started' }).first().click();
    await expect(page).toHaveURL(/\/create/);
  });

  await test.step('shuffles the voices and picks a length', async () => {
    await expect(page.getByLabel('What are we talking about?')).toHaveValue(
      'Why the sea glows at night',
    );
    await page.getByRole('button', { name: 'Shuffle' }).click();
    await expect(page.getByRole('radio', { name: '10 minutes, $3.99' })).toBeChecked();
    await page.getByLabel('Where should we send it?').fill(email);
    await page.evaluate(() => window.scrollTo(0, 0));
    await picture(page, 'create');
    await page.getByRole('button', { name: /Continue to checkout/ }).click();
  });

  await test.step('signs up, and the order goes on by itself', async () => {
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByText('Kept for you: Why the sea glows')).toBeVisible();
    await audit(page);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.locator('input[type=password]')).toHaveCount(1);
    await page.getByLabel('Password', { exact: true }).fill('secret1');
    await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
    await expect(page.getByText('You’re in', { exact: true })).toBeVisible();
  });

  await test.step('closes the demo checkout once, comes back and pays', async () => {
    await expect(page).toHaveURL(/\/checkout\?order=/);
    const pay = page.getByRole('button', { name: 'Pay $3.99' });
    await expect(pay).toBeVisible();
    expect([...screens]).toEqual(['/', '/create', '/auth', '/checkout']);
    await picture(page, 'checkout');
    await audit(page);
    await pay.click();
    const overlay = page.getByRole('dialog');
    await expect(overlay).toContainText(/demo/i);
    await overlay.getByRole('button', { name: /close/i }).click();
    await expect(overlay).toBeHidden();
    await pay.click();
    await overlay.getByRole('button', { name: /^pay/i }).click();
    await expect(page).toHaveURL(/\/success\?order=/, { timeout: 20_000 });
  });

  const paidAt = Date.now();
  await test.step('watches it being made, without reloading', async () => {
    const tape = page.getByRole('progressbar', { name: 'Minutes on tape' });
    await expect(tape).toBeVisible({ timeout: 20_000 });
    await expect
      .poll(async () => Number(await tape.getAttribute('aria-valuenow')), { timeout: 60_000 })
      .toBeGreaterThan(60);
    await page.evaluate(() => window.scrollTo(0, 0));
    await picture(page, 'progress');
    await audit(page);
    await expect(page.getByRole('heading', { name: 'Your episode is ready' })).toBeVisible({
      timeout: 150_000,
    });
    // Informative only: a busy machine is slower than the product.
    console.log(`ready ${Math.round((Date.now() - paidAt) / 1000)} s after payment`);
    await audit(page);
  });

  await test.step('finds the tape on the dashboard', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Your episodes' })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await picture(page, 'dashboard');
    await audit(page);
  });

  await test.step('opens the email’s link on another device and hears it', async () => {
    const link = (await emailTo(email)).match(/https?:\/\/\S+\/listen\?episode=[\w-]+/)?.[0];
    const device = await browser.newContext({ ...devices['Pixel 7'] });
    const listener = await device.newPage();
    const listenerErrors = collectErrors(listener);
    await listener.goto(String(link));
    await listener.getByRole('button', { name: 'Play', exact: true }).click();
    const place = listener.getByRole('slider', { name: 'Place in the episode' });
    const seconds = async () => Number(await place.getAttribute('aria-valuenow'));
    await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(2);

    // Seeking needs range requests.
    const length = Number(await place.getAttribute('aria-valuemax'));
    expect(Math.abs(length / (60 * MINUTES) - 1)).toBeLessThan(0.05);
    const line = listener.getByRole('list', { name: 'Transcript' }).getByRole('listitem').nth(12);
    await line.getByRole('button').first().click();
    await expect.poll(seconds).toBeGreaterThan(20);
    const there = await seconds();
    await expect.poll(seconds, { timeout: 20_000 }).toBeGreaterThan(there + 1);
    await picture(listener, 'listen');
    await audit(listener);
    expect(listenerErrors).toEqual([]);
    await device.close();
  });

  expect(errors).toEqual([]);
});
