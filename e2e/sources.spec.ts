import { expect, type Page } from '@playwright/test';
import { addresses } from './addresses.ts';
import { audit, collectErrors, drainErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { become } from './signIn.ts';

const TOPIC = 'Why do bees dance in the dark?';

const web = (path: string) => `${addresses.standins}/web${path}`;

async function addLink(page: Page, url: string) {
  await page.getByRole('button', { name: /^Add a(nother)? source$/ }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toBeFocused();
  await field.fill(url);
  await field.press('Enter');
}

test('a visitor adds a link and a PDF, is told of a dead page, and finds both after a reload and signing in', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto('/create');
  await page.getByLabel('What are we talking about?').fill(TOPIC);
  const sources = page.getByRole('region', { name: 'Your sources' });
  const rows = sources.getByRole('listitem');

  await addLink(page, web('/pages/honeybees/honey-bee'));
  await expect(rows.filter({ hasText: 'Honey bee' })).toContainText(/Openpedia, \d+ words/);

  const pdf = await page.request.get(web('/pdfs/ordinary.pdf'));
  await page.getByRole('button', { name: 'Add another source' }).click();
  await page.getByText('PDF', { exact: true }).click();
  await page.getByLabel('Choose a PDF').setInputFiles({
    name: 'lighthouses.pdf',
    mimeType: 'application/pdf',
    buffer: await pdf.body(),
  });
  await expect(rows.filter({ hasText: 'Lighthouses' })).toContainText(/PDF, [\d,]+ words/);

  await addLink(page, web('/odd/dead'));
  await expect(rows.last()).toContainText('There’s no page at this address any more.');
  await audit(page);
  // Nothing is looked up where every provider is a stand-in.
  await expect(sources).toContainText('The episode rests on these alone');
  await expect(sources.getByRole('radio')).toHaveCount(0);
  expect(drainErrors(errors, 422)).toEqual([]);

  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Honey bee');
  await expect(rows.last()).toContainText('Lighthouses');

  await become(page, 'signed in');
  await page.goto('/create');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Shuffle' }).click();
  const [order] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/orders')),
    page.getByRole('button', { name: /Continue to checkout/ }).click(),
  ]);
  expect(order.postDataJSON()).toMatchObject({
    sources: [expect.any(String), expect.any(String)],
  });
  await expect(page).toHaveURL(/\/checkout/);
  const episode = page.getByRole('region', { name: 'Your episode' });
  await expect(episode).toContainText('Rests on these alone:');
  await expect(episode.getByRole('listitem')).toHaveText(['Honey bee', 'Lighthouses']);
  expect(errors).toEqual([]);
});
