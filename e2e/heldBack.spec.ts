import { expect, type Page } from '@playwright/test';
import { collectErrors } from './audit.ts';
import { eachStep } from './eachStep.ts';
import { test } from './fixtures.ts';
import { become, newEmail, PASSWORD, register } from './signIn.ts';

/** Opens a page whose scripts load only when the returned function is called. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return held.resolve;
}

function listSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name });

async function pressEarly(page: Page, name: string, release: () => void): Promise<void> {
  await button(page, name).tap();
  await expect(button(page, name)).toHaveAttribute('aria-busy', 'true');
  await button(page, name).tap();
  release();
}

test('a form sent before its script has come goes out when it comes, once', async ({ page }) => {
  const errors = collectErrors(page);
  const email = newEmail('held');
  await register(page, email);
  const sent = listSent(page);
  const field = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });

  async function tryForm(path: string, call: string, send: (release: () => void) => Promise<void>) {
    await test.step(path, async () => {
      await page.context().clearCookies();
      sent.splice(0);
      await send(await openHeld(page, path));
      await page.waitForLoadState('networkidle');
      expect(sent).toEqual([call]);
      await page.unrouteAll();
    });
  }

  await tryForm('/auth', 'POST /api/auth/login', async (release) => {
    await field.fill(email);
    await password.fill(PASSWORD);
    await pressEarly(page, 'Sign In', release);
    await expect(page).toHaveURL('/create');
  });
  await tryForm('/auth?next=/pricing', 'POST /api/auth/login', async (release) => {
    await field.fill(email);
    await password.fill(PASSWORD);
    await password.press('Enter');
    await expect(button(page, 'Sign In')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page).toHaveURL('/pricing');
  });
  await tryForm('/auth?tab=register', 'POST /api/auth/register', async (release) => {
    await field.fill(newEmail('held'));
    await password.fill(PASSWORD);
    await pressEarly(page, 'Unlock Episode Creation', release);
    await expect(page).toHaveURL('/create');
  });
  await tryForm('/contact', 'POST /api/contact', async (release) => {
    await page.getByLabel('Your name (optional)').fill('Mira');
    await field.fill(email);
    await page.getByLabel('Message').fill('Do lighthouses float?');
    const message = page.waitForRequest((request) => request.method() === 'POST');
    await pressEarly(page, 'Send message', release);
    expect((await message).postDataJSON()).toMatchObject({
      name: 'Mira',
      email,
      message: 'Do lighthouses float?',
    });
    await expect(page.getByRole('heading', { name: 'We have it' })).toBeVisible();
  });
  await tryForm('/forgot-password', 'POST /api/auth/forgot-password', async (release) => {
    await field.fill(email);
    await pressEarly(page, 'Send the link', release);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test('an order begun before its script has come goes on when it comes, once', {
  tag: '@full',
}, async ({ page }) => {
  const errors = collectErrors(page);
  const topic = page.getByLabel('What are we talking about?');

  await test.step('what is missing is said', async () => {
    const release = await openHeld(page, '/create');
    await topic.fill('Do lighthouses float?');
    await button(page, /^Continue to checkout/).tap();
    release();
    await expect(page.getByText('Valid email is required')).toBeVisible();
    await expect(topic).toHaveValue('Do lighthouses float?');
    await page.unrouteAll();
  });

  await test.step('a draft goes on with the topic that was typed', async () => {
    await become(page, 'signed in');
    await page.getByRole('radio', { name: '15 minutes, $5.99' }).press('Space');
    const sent = listSent(page);
    const release = await openHeld(page, '/create');
    await topic.fill('Do lighthouses sink?');
    await button(page, /^Continue to checkout/).tap();
    release();
    await expect(page).toHaveURL(/\/checkout\?order=/);
    const episode = page.getByRole('region', { name: 'Your episode' });
    await expect(episode).toContainText('Do lighthouses sink?');
    await expect(button(page, 'Pay $5.99')).toBeVisible();
    expect(sent.filter((call) => call.endsWith('/orders'))).toEqual(['POST /api/orders']);
  });
  expect(errors).toEqual([]);
});

test('a topic typed while the form comes to life is kept, with the focus', async ({ page }) => {
  const release = await openHeld(page, '/create');
  const topic = page.getByLabel('What are we talking about?');
  const text = 'Whether a lighthouse floats, and why it does not sink where it stands';
  await topic.pressSequentially(text.slice(0, 8));
  release();
  // Typed into whatever has the focus, until the form is there and beyond.
  for (const letter of text.slice(8)) await page.keyboard.press(letter, { delay: 20 });
  await expect(button(page, /\$3\.99/)).toBeVisible();
  await expect(topic).toHaveValue(text);
  await expect(topic).toBeFocused();
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript every form says so, and sends nothing', { tag: '@full' }, async ({
    page,
  }) => {
    const sent = listSent(page);
    await eachStep(
      ['/auth', '/auth?tab=register', '/contact', '/forgot-password', '/create'],
      async (path) => {
        await page.goto(path);
        // `getByText` does not find the text of a `noscript`.
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
