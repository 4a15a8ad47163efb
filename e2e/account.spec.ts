import { expect, type Page } from '@playwright/test';
import { audit, collectErrors, drainErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { newEmail } from './signIn.ts';
import { emailsTo } from './standins.ts';

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
}

/** Found by selector: an open panel hides the region from the accessibility tree. */
const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true });

async function verificationEmailsTo(email: string): Promise<number> {
  return (await emailsTo(email)).filter(({ text }) => text.includes('/auth?proof=')).length;
}

test('a listener manages the account in its panel and signs in with the new password', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const email = newEmail('ada');
  const panel = page.getByRole('dialog', { name: 'Your account' });

  await test.step('follows a link to the panel, through the sign-in', async () => {
    await page.goto('/dashboard?panel=account');
    await expect(page).toHaveURL(/\/auth\?next=/);
    await register(page, email);
    await expect(page).toHaveURL(/\/dashboard\?panel=account$/);
    await expect(panel).toContainText(email);
    await expect(page).toHaveTitle(/^Account/);
    await audit(page);
  });

  await test.step('requests the email that verifies the address', async () => {
    await expect.poll(() => verificationEmailsTo(email)).toBe(1);
    await panel.getByRole('button', { name: 'Send the email again' }).click();
    await expect(toasts(page)).toContainText('The email is on its way');
    await expect.poll(() => verificationEmailsTo(email)).toBe(2);
  });

  await test.step('changes the name, and a message can be closed over the open panel', async () => {
    await panel.getByRole('button', { name: 'Name Not given' }).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await audit(page);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Save name' }).click();
    const saved = toasts(page).getByText('Name saved', { exact: true });
    await expect(saved).toBeVisible();
    await toasts(page).getByRole('button', { name: 'Close', includeHidden: true }).click();
    await expect(saved).toBeHidden();
    await expect(panel).toBeVisible();
    const name = panel.getByRole('button', { name: 'Name Ada Lovelace' });
    await expect(name).toBeFocused();
    await expect(page.getByText(/, Ada/)).toBeVisible();
  });

  const current = page.getByLabel('Current password');
  await test.step('changes the password and stays signed in', async () => {
    await panel.getByRole('button', { name: 'Password' }).click();
    await audit(page);
    await current.fill('secret1');
    await page.getByLabel('New password').fill('secret2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toasts(page)).toContainText('Password changed');
    await expect(panel).toBeVisible();
    await page.reload();
    await expect(panel).toContainText(email);
  });

  await test.step('signs out, is refused with the old password and let in with the new', async () => {
    await panel.getByRole('link', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/auth?next=/dashboard');
    await page.getByLabel('Email').fill(email);
    const password = page.getByLabel('Password', { exact: true });
    const enter = page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' });
    await password.fill('secret1');
    await enter.click();
    await expect(toasts(page)).toContainText('Invalid credentials');
    expect(drainErrors(errors, 401)).toEqual([]);
    await password.fill('secret2');
    await enter.click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
  });

  expect(errors).toEqual([]);
});
