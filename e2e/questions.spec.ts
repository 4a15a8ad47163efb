import { expect } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { become } from './signIn.ts';

test('a buyer puts two questions right before paying, and finds each of them on the listen page', {
  tag: '@full',
}, async ({ page }) => {
  const errors = collectErrors(page);
  await become(page, 'signed in');
  await page.goto('/create');
  await page
    .getByLabel('What are we talking about?')
    .fill('Why do cats purr? Does it heal them? Do lions purr?');
  const card = page.getByRole('region', { name: 'We heard 3 questions' });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Remove “Do lions purr?”' }).click();
  await page.getByRole('button', { name: 'Change “Does it heal them?”' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Does purring heal bones?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Shuffle' }).click();
  await audit(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'We heard 2 questions' })).toBeVisible();

  await page.getByRole('button', { name: /Continue to checkout/ }).click();
  await page.getByRole('button', { name: 'Pay $3.99' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^pay/i }).click();
  const questions = page.getByRole('region', { name: 'Your questions' });
  await expect(questions).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Listen now' }).click();

  await expect(page).toHaveURL(/\/listen/);
  const lines = questions.getByRole('listitem');
  for (const text of ['Why do cats purr?', 'Does purring heal bones?']) {
    const line = lines.filter({ hasText: text });
    const told = line.getByRole('img', { name: 'Answered' }).or(line.getByText('not answered'));
    await expect(told).toBeVisible();
  }
  await expect(lines).toHaveCount(2);
  await audit(page);

  // The document's words stand where the app draws them: nothing moves on hydration.
  const first = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').first();
  const top = () => first.evaluate((line) => line.getBoundingClientRect().top + scrollY);
  const afterwards = await top();
  await page.route(/\/assets\/index-.*\.js$/, () => {});
  await page.reload({ waitUntil: 'commit' });
  await expect(first).toBeVisible();
  expect(Math.abs((await top()) - afterwards)).toBeLessThan(1);
  expect(errors).toEqual([]);
});
