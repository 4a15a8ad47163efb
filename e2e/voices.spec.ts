import { expect, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 } });

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Who’s on mic 2?' });
const mic = (page: Page, number: 1 | 2) =>
  page.getByRole('button', { name: new RegExp(`^Mic ${number}: `) });

test('a tap on a row plays it, one button chooses it, and the sheet keeps its height and shows the ring of its field', async ({
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
  await search.focus();
  expect(await search.evaluate(whatHidesTheRing)).toBe('');
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

/** Returns what cuts off the ring of a focused field, or an empty string. */
function whatHidesTheRing(field: Element): string {
  const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(field);
  if (outlineStyle === 'none') return 'there is no ring';
  const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const { top, left } = field.getBoundingClientRect();
  for (let box = field.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflow === 'visible') continue;
    const edge = box.getBoundingClientRect();
    if (edge.top > top - ring || edge.left > left - ring) return box.className;
  }
  return '';
}
