import { expect, type Page } from '@playwright/test';
import type { Order } from '#shared/order.ts';
import type { Transcript } from '#shared/script.ts';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { finished } from './orders.ts';
import { callApi, newEmail, register } from './signIn.ts';
import { setFaults } from './standins.ts';

test.use({ viewport: { width: 390, height: 844 } });

const TOPIC = 'Why the sea glows at night';
const GOES_ON = 'This is how your episode starts. Order it, and it picks up from here.';

const card = (page: Page) => page.getByRole('region', { name: 'How it starts' });
const hear = (page: Page) => page.getByRole('button', { name: 'Hear how it starts' });
const previewLines = (page: Page) =>
  card(page).getByRole('list', { name: 'How it starts' }).locator('li > p:last-child');

async function openForm(page: Page): Promise<void> {
  const { voices } = await callApi<{ voices: { id: string }[] }>(page, 'GET', '/api/voices');
  const [voice1, voice2] = voices.map(({ id }) => id);
  await page.goto(`/create?voice1=${voice1}&voice2=${voice2}`);
  await expect(page.getByRole('button', { name: 'Swap the voices' })).toBeVisible();
}

async function hearLines(page: Page): Promise<string[]> {
  await hear(page).tap();
  await expect(card(page).getByRole('status')).toHaveText(GOES_ON, { timeout: 60_000 });
  return previewLines(page).allInnerTexts();
}

function soundingNow(page: Page): Promise<string> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('audio')];
    const now = all.find(({ paused, currentTime }) => !paused && currentTime > 0.2);
    return now?.src ?? '';
  });
}

test('a visitor hears how it starts, orders and pays, and the episode begins with what was heard', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await setFaults({ openai: { writer: 'scripts' } });
  await openForm(page);
  const email = newEmail('early-bird');
  let title = '';
  let lines: string[] = [];

  await test.step('reads title, lines and chapters before anything is paid', async () => {
    await page.getByLabel('What are we talking about?').fill(TOPIC);
    await page.getByLabel('Where should we send it?').fill(email);
    lines = await hearLines(page);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    title = await card(page).getByRole('heading', { level: 3 }).first().innerText();
    const chapters = page.getByRole('list', { name: 'The chapters of your 10 minutes' });
    await expect(chapters.getByRole('listitem').first()).toBeVisible();
    await expect(chapters).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  });

  await test.step('hears it in the voices that were chosen', async () => {
    await card(page).getByRole('button', { name: 'Play how it starts' }).tap();
    await expect.poll(() => soundingNow(page), { timeout: 60_000 }).toContain('/media/preview/');
    await card(page).getByRole('button', { name: 'Pause how it starts' }).tap();
    await expect(card(page)).toContainText(/ of 0:[2-4]\d$|0:[2-4]\d/, { timeout: 60_000 });
    await expect(card(page).locator('li[aria-current=true]')).toContainText(lines[0] ?? '');
    await audit(page);
  });

  await test.step('finds it again after a reload', async () => {
    await page.reload();
    await expect(card(page).getByRole('status')).toHaveText(GOES_ON);
    await expect(previewLines(page)).toHaveText(lines);
  });

  await test.step('asks only for the chapters of another length', async () => {
    const chapters = card(page).getByRole('list', { name: 'The chapters of your 15 minutes' });
    await page.getByRole('radio', { name: '15 minutes, $5.99' }).check({ force: true });
    await expect(chapters).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
    await expect(previewLines(page)).toHaveText(lines);
    await page.getByRole('radio', { name: '10 minutes, $3.99' }).check({ force: true });
  });

  await test.step('registers, finds it once more and pays', async () => {
    // In the same session, as the forms do; they have tests of their own.
    await register(page, email);
    await page.reload();
    await expect(previewLines(page)).toHaveText(lines);
    await page.getByRole('button', { name: /Continue to checkout/ }).tap();
    await page.getByRole('button', { name: 'Pay $3.99' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: /^pay/i }).tap();
    await expect(page).toHaveURL(/\/success\?order=/, { timeout: 20_000 });
  });

  const id = String(new URL(page.url()).searchParams.get('order'));
  await test.step('plays its first part at once', async () => {
    await expect(page.getByText('It carries on from what you heard.')).toBeVisible();
    await page.getByRole('link', { name: /^Play the / }).tap();
    await expect.poll(() => soundingNow(page), { timeout: 20_000 }).toMatch(/\/media\/(?!preview)/);
  });

  await test.step('gets an episode that begins with exactly those lines', async () => {
    const { order } = await callApi<{ order: Order }>(page, 'GET', `/api/orders/${id}`);
    expect(order.hasPreview).toBe(true);
    const episode = await finished(page, String(order.podcast?.publicId));
    expect(episode.title).toBe(title);
    const token = new URL(episode.listenUrl, page.url()).searchParams.get('episode');
    const path = `/media/${token}/transcript.json`;
    const { segments } = await callApi<Transcript>(page, 'GET', path);
    expect(segments.slice(0, lines.length).map(({ body }) => body)).toEqual(lines);
    expect(segments.length).toBeGreaterThan(lines.length);
  });
  expect(errors).toEqual([]);
});
