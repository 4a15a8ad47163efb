import { expect, test } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';

const open = {
  '/': 'Duologue',
  '/auth': 'Sign in',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'Reset password',
  '/reset-password?token=x': 'Reset password',
  '/create': 'episode',
  '/create?topic=Tides': 'episode',
  '/listen': 'Duologue',
  '/listen?episode=nobody': 'Duologue',
  '/pricing': 'Pricing',
  '/contact': 'Contact',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/refund': 'Refunds',
  '/no-such-page': 'Duologue',
};

for (const [path, title] of Object.entries(open)) {
  test(`a signed-out visitor can use ${path}`, async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title, 'i'));
    await audit(page);
    // Chromium itself reports the answer 404 to a link that does not exist.
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
}

for (const path of ['/dashboard', '/checkout?order=x', '/success?order=x']) {
  test(`a signed-out visitor who asks for ${path} signs up first and returns there`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\?next=/);
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Email').fill(`${path.replace(/\W/g, '')}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('secret1');
    await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
    await expect(page).toHaveURL(new RegExp(path.replace(/[?]/g, '\\?')));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await audit(page);
  });
}

test('a wrong password is a toast in the spec’s words', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong one');
  await page.getByRole('button', { name: 'Sign In' }).last().click();
  const toast = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(toast.getByText('Invalid credentials', { exact: true })).toBeVisible();
  await expect(toast).toContainText(
    'The email or password you entered is incorrect. Please double-check and try again.',
  );
});

test('an order with nothing in it says what is missing, beside each field', async ({ page }) => {
  await page.goto('/create');
  await page.getByRole('button', { name: /Continue to checkout/ }).click();
  for (const text of ['Topic is required', 'Voice 1 is required', 'Voice 2 is required']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await expect(page.getByLabel('What are we talking about?')).toBeFocused();
});
