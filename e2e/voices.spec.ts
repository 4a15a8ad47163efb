import { expect, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';

/* The voices of the form on a phone, where only a browser shows how high things are. */

test.use({ viewport: { width: 390, height: 844 } });

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Who’s on mic 2?' });
const mic = (page: Page, number: 1 | 2) =>
  page.getByRole('button', { name: new RegExp(`^Mic ${number}: `) });

test('nothing moves when the voices arrive, and Shuffle puts others on the mics', async ({
  page,
}) => {
  const arrive = Promise.withResolvers<void>();
  await page.route('**/api/voices', async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await page.goto('/create');
  const next = page.getByRole('heading', { name: 'How long?' });
  await expect(next).toBeVisible();
  /** From the top of the voices to what comes next, px, measured at once. */
  const distance = () =>
    next.evaluate((heading) => {
      const voices = document.querySelector('section[aria-label="Voices"]');
      return heading.getBoundingClientRect().y - (voices?.getBoundingClientRect().y ?? 0);
    });
  const before = await distance();
  expect(before).toBeGreaterThan(200);
  await expect(mic(page, 1)).toBeHidden();
  arrive.resolve();
  await expect(page.getByText('Easy to tell apart')).toBeVisible();
  expect(await distance()).toBe(before);

  const pair = await page.getByRole('button', { name: /^Mic \d: / }).all();
  const names = () => Promise.all(pair.map((key) => key.getAttribute('aria-label')));
  const first = await names();
  await page.getByRole('button', { name: 'Shuffle' }).tap();
  await expect(mic(page, 1)).not.toHaveAccessibleName(String(first[0]));
  await expect(mic(page, 2)).not.toHaveAccessibleName(String(first[1]));
  expect(await distance()).toBe(before);
  await page.reload();
  await expect(page.getByText('Easy to tell apart')).toBeVisible();
  await expect(mic(page, 1)).not.toHaveAccessibleName(String(first[0]));
});

test('a tap on a row plays it, one key chooses it, and the sheet keeps its height', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto('/create?voice1=nPczCjzI2devNBz1zQrb&voice2=XrExE9yKIg1WjnnlVkGX');
  await expect(mic(page, 2)).toHaveAccessibleName(/Matilda/);
  await mic(page, 2).tap();
  const top = sheet(page).getByRole('heading', { name: 'Goes well with Brian' });
  await expect(top).toBeInViewport();
  const height = async () => Math.round((await sheet(page).boundingBox())?.height ?? 0);
  const full = await height();
  expect(full).toBeGreaterThan(700);

  const partners = sheet(page).getByRole('region', { name: 'Goes well with Brian' });
  const sample = page.waitForResponse(/\/api\/voices\/[^/]+\/sample\.mp3/);
  const row = partners.getByRole('button', { name: /^Play/ }).first();
  const name = String((await row.innerText()).match(/^(?:Play)?\s*(.*)/)?.[1]);
  await row.tap();
  expect((await sample).status()).toBeLessThan(400);
  await expect(partners.getByRole('button', { name: /^Pause/ })).toContainText(name);
  await expect(sheet(page).getByText(`${name} is playing.`)).toBeAttached();
  expect(await height()).toBe(full);
  await audit(page);

  const search = sheet(page).getByLabel('Search voices');
  for (const [text, found] of [
    ['irish', '2 of'],
    ['zzzz', '0 of'],
  ] as const) {
    await search.fill(text);
    await expect(sheet(page).getByRole('status')).toContainText(found);
    expect(await height()).toBe(full);
  }
  await sheet(page).getByRole('button', { name: 'Show every voice' }).tap();
  await sheet(page).getByRole('button', { name: 'Female', exact: true }).tap();
  await expect(sheet(page).getByRole('status')).not.toContainText(/^66 of/);
  expect(await height()).toBe(full);

  await sheet(page)
    .getByRole('button', { name: /^Play Lily/ })
    .tap();
  await sheet(page).getByRole('button', { name: 'Put Lily on mic 2' }).tap();
  await expect(sheet(page)).toBeHidden();
  await expect(mic(page, 2)).toHaveAccessibleName(/Lily/);
  await expect(mic(page, 2)).toBeFocused();
  expect(errors).toEqual([]);
});
