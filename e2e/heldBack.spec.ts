import { expect, type Page } from '@playwright/test';
import { collectErrors } from './audit.ts';
import { eachStep } from './eachStep.ts';
import { test } from './fixtures.ts';
import { become, newEmail, PASSWORD, register } from './signIn.ts';

/* Forms before their scripts have come, and without any. */

/** For how long the network holds back scripts, ms. */
const HELD = 6000;

/** Opens a page whose scripts all come late. */
async function openHeld(page: Page, path: string): Promise<void> {
  const arrival = Date.now() + HELD;
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, arrival - Date.now())));
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
}

/** Requests by method and path, as they are sent: those that change something. */
function listSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

const key = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

test('a sign-in pressed before its script has come goes on when it comes, once', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const email = newEmail('held');
  await register(page, email);
  await page.context().clearCookies();
  const sent = listSent(page);
  for (const way of ['a press', 'the Enter key']) {
    await test.step(`by ${way}`, async () => {
      await openHeld(page, '/auth');
      await page.getByLabel('Email').fill(email);
      const password = page.getByLabel('Password', { exact: true });
      await password.fill(PASSWORD);
      if (way === 'a press') await key(page, 'Sign In').tap();
      else await password.press('Enter');
      await expect(key(page, 'Sign In')).toHaveAttribute('aria-busy', 'true');
      await key(page, 'Sign In').tap();
      await expect(page).toHaveURL('/create');
      await page.waitForLoadState('networkidle');
      expect(sent.splice(0)).toEqual(['POST /api/auth/login']);
      await page.context().clearCookies();
      await page.unrouteAll();
    });
  }
  expect(errors).toEqual([]);
});

test('a registration pressed before its script has come goes on when it comes, once', async ({
  page,
}) => {
  const sent = listSent(page);
  await openHeld(page, '/auth?tab=register');
  await page.getByLabel('Email').fill(newEmail('held'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await key(page, 'Unlock Episode Creation').tap();
  await expect(page).toHaveURL('/create');
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual(['POST /api/auth/register']);
});

test('a message sent before its script has come goes out when it comes, once', async ({ page }) => {
  const errors = collectErrors(page);
  const sent = listSent(page);
  const email = newEmail('held');
  await openHeld(page, '/contact');
  await page.getByLabel('Your name (optional)').fill('Mira');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Message').fill('Do lighthouses float?');
  const message = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/api/'),
  );
  await key(page, 'Send message').tap();
  expect((await message).postDataJSON()).toMatchObject({
    name: 'Mira',
    email,
    message: 'Do lighthouses float?',
  });
  await expect(page.getByRole('heading', { name: 'We have it' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('a new password asked for before the script has come is sent for when it comes, once', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const sent = listSent(page);
  const email = newEmail('held');
  await openHeld(page, '/forgot-password');
  await page.getByLabel('Email').fill(email);
  await key(page, 'Send the link').tap();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('an order begun before its script has come goes on when it comes, once', async ({ page }) => {
  const errors = collectErrors(page);
  const topic = page.getByLabel('What are we talking about?');

  await test.step('what is missing is said', async () => {
    await openHeld(page, '/create');
    await topic.fill('Do lighthouses float?');
    await key(page, /^Continue to checkout/).tap();
    await expect(page.getByText('Valid email is required')).toBeVisible();
    await expect(topic).toHaveValue('Do lighthouses float?');
    await page.unrouteAll();
  });

  await test.step('a draft goes on with the topic that was typed', async () => {
    await become(page, 'signed in');
    await page.getByRole('radio', { name: '15 minutes, $5.99' }).press('Space');
    const sent = listSent(page);
    await openHeld(page, '/create');
    await topic.fill('Do lighthouses sink?');
    await key(page, /^Continue to checkout/).tap();
    await expect(page).toHaveURL(/\/checkout\?order=/);
    const episode = page.getByRole('region', { name: 'Your episode' });
    await expect(episode).toContainText('Do lighthouses sink?');
    await expect(key(page, 'Pay $5.99')).toBeVisible();
    expect(sent.filter((call) => call.endsWith('/orders'))).toEqual(['POST /api/orders']);
  });
  expect(errors).toEqual([]);
});

test('a topic typed while the form comes to life is kept, with the focus', async ({ page }) => {
  await openHeld(page, '/create');
  const topic = page.getByLabel('What are we talking about?');
  const text = 'Whether a lighthouse floats, and why it does not sink where it stands';
  await topic.pressSequentially(text.slice(0, 8));
  // Letter by letter, to whatever has the focus, until the form is there and beyond.
  const delay = HELD / 50;
  for (const letter of text.slice(8)) await page.keyboard.press(letter, { delay });
  await expect(key(page, /\$3\.99/)).toBeVisible();
  await expect(topic).toHaveValue(text);
  await expect(topic).toBeFocused();
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript every form says so, and sends nothing', async ({ page }) => {
    const sent = listSent(page);
    await eachStep(
      ['/auth', '/auth?tab=register', '/contact', '/forgot-password', '/create'],
      async (path) => {
        await page.goto(path);
        // What a `noscript` holds is no text to `getByText`.
        const said = page.locator('main noscript p');
        await expect(said).toBeVisible();
        await expect(said).toContainText('can’t hear you without JavaScript');
        for (const field of await page.getByRole('main').getByRole('textbox').all()) {
          await field.fill('held@example.com');
          await field.press('Enter');
        }
        await page.getByRole('main').locator('[type=submit]').tap();
        await expect(page).toHaveURL(path);
      },
    );
    expect(sent).toEqual([]);
  });
});
