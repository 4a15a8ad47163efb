import { expect, type Page } from '@playwright/test';
import { audit, collectErrors, drainErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { newEmail } from './signIn.ts';
import { emailsTo } from './standins.ts';

/** Registers and returns to the page that required the sign-in. */
async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
}

/** By selector, because an open panel hides the region from the accessibility tree. */
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

  await test.step('closes it, opens it, and goes back and forth', async () => {
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
    const way = page.getByRole('link', { name: 'Account', exact: true });
    await way.click();
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(way).toBeFocused();
    await page.goForward();
    await expect(panel).toBeVisible();
    // A double tap must go back only once; otherwise Forward would not lead to the panel.
    await panel.getByRole('button', { name: 'Close' }).evaluate((key: HTMLElement) => {
      key.click();
      key.click();
    });
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(panel).toBeVisible();
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
    await page.reload();
    await name.click();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Last name')).toHaveValue('Lovelace');
    await expect(page.getByText(/, Ada/)).toBeVisible();
  });

  await test.step('closes it by Escape right after saving, while the message is shown', async () => {
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(toasts(page)).toContainText('Name saved');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.goForward();
    await expect(panel).toBeVisible();
  });

  const current = page.getByLabel('Current password');
  await test.step('sees at the field that the current password is wrong', async () => {
    await panel.getByRole('button', { name: 'Password' }).click();
    await current.fill('wrong one');
    await page.getByLabel('New password').fill('secret2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toasts(page)).toContainText('Your password wasn’t changed');
    await expect(current).toBeFocused();
    await expect(current).toHaveAttribute('aria-invalid', 'true');
    await audit(page);
    expect(drainErrors(errors, 401)).toEqual([]);
  });

  await test.step('changes the password and stays signed in', async () => {
    await current.fill('secret1');
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

  await test.step('finds the panel in the menu as well', async () => {
    await page.goto('/create');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click();
    await expect(page).toHaveURL(/\/dashboard\?panel=account$/);
    await panel.getByRole('button', { name: /^Name/ }).click();
    await page.getByLabel('First name').fill('Augusta');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('First name')).toBeHidden();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('sees the state of the account', async () => {
    await page.goto('/upgrade');
    await expect(page.getByText('Buy one, and ten minutes are on us')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create your first episode' })).toBeVisible();
    await audit(page);
    await page.getByRole('link', { name: 'Choose 20 minutes' }).click();
    await expect(page.getByRole('radio', { name: '20 minutes, $7.49' })).toBeChecked();
  });

  await test.step('gets from the preview to the real dashboard', async () => {
    await page.goto('/dashboard-preview');
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Nothing on the shelf yet', { exact: false })).toBeVisible();
    await audit(page);
  });

  expect(errors).toEqual([]);
});

test('a visitor opens the preview, which requests nothing private, and takes a topic from it', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/dashboard-preview');
  await expect(page).toHaveTitle(/Dashboard preview/);
  await expect(page.getByText('On air, 64 of 148 lines')).toBeVisible();
  await audit(page);
  const calls = new Set(requested.filter((path) => path.startsWith('/api/')));
  for (const path of ['/api/podcasts', '/api/orders']) expect(calls).not.toContain(path);

  await page.getByRole('link', { name: 'Knots sailors actually use' }).click();
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByLabel('What are we talking about?')).toHaveValue(
    'Knots sailors actually use',
  );
  expect(errors).toEqual([]);
});
