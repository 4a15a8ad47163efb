import { expect, type Locator } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 } });

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return box;
};

test('from a finished episode on: it is taken along, judged at its end, and leads to the next', async ({
  page,
  demos: [, { order, owner }],
}) => {
  const errors = collectErrors(page);
  await page.context().addCookies(owner);
  await page.goto(`/success?order=${order.id}`);

  await test.step('the ready page has three buttons in one row', async () => {
    const share = page.getByRole('button', { name: 'Share' });
    const app = page.getByRole('button', { name: 'Podcast app' });
    const file = page.getByRole('link', { name: 'Download' });
    const rows = await Promise.all(
      [share, app, file].map(async (control) => (await boxOf(control)).y),
    );
    expect(new Set(rows).size).toBe(1);
    await share.click();
    await expect(page.getByRole('dialog', { name: 'Who should hear this?' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await app.click();
    await expect(page.getByRole('dialog', { name: 'Listen in your podcast app' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Listen now' }).click();
  });

  const end = page.getByRole('region', { name: 'After the end' });
  await test.step('the end comes without a move of the focus, and leaves the player free', async () => {
    const slider = page.getByRole('slider');
    await slider.focus();
    await expect(end).toBeHidden();
    await page.keyboard.press('End');
    await expect(end).toBeVisible();
    await expect(slider).toBeFocused();
    const player = page.getByRole('region', { name: 'Player' });
    await expect(async () => {
      // Lines come into view with another height than was estimated.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [above, below] = [await boxOf(end), await boxOf(player)];
      expect(above.y + above.height).toBeLessThanOrEqual(below.y);
      expect(below.y + below.height).toBeLessThanOrEqual(844);
    }).toPass();
    await audit(page);
  });

  await test.step('a no says what was wrong, and stays after going back', async () => {
    await end.getByRole('button', { name: 'No' }).click();
    await end.getByRole('textbox').fill('  ');
    await end.getByRole('button', { name: 'Send' }).click();
    await expect(end.getByText('Please write a sentence')).toBeVisible();
    await end.getByRole('textbox').fill('The sea was too loud.');
    await end.getByRole('button', { name: 'Send' }).click();
    await expect(end.getByText('Thank you. We read every one.')).toBeVisible();
    await audit(page);
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expect(end.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('one tap on a question fills the form with the same hosts', async () => {
    const questions = page.getByRole('region', { name: 'Ask next' }).getByRole('link');
    await expect(questions).toHaveCount(3);
    const question = (await questions.first().textContent()) ?? '';
    await questions.first().click();
    await expect(page.getByLabel('What are we talking about?')).toHaveValue(question);
    for (const [mic, name] of [order.voice1Name, order.voice2Name].entries()) {
      const host = page.getByRole('button', { name: `Mic ${mic + 1}: ${name}` });
      await expect(host).toBeVisible();
    }
    for (const choice of [order.tone, order.style]) {
      await expect(page.getByRole('button', { name: choice })).toBeVisible();
    }
  });
  // The note that was only spaces.
  expect(errors).toEqual([expect.stringContaining('400 (Bad Request)')]);
});
