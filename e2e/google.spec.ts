import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { setFaults } from './standins.ts';

const button = (page: Page, name = 'Continue with Google') => page.getByRole('button', { name });

async function openAuth(page: Page, path = '/auth'): Promise<void> {
  const frame = page.waitForResponse((reply) => reply.url().includes('/emulator/auth/iframe?'));
  await page.goto(path);
  await frame;
}

async function openPopup(page: Page, name?: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page, name).click()]);
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

/** Presses a button that closes its popup, which may be gone before the click has returned. */
async function pressLast(popup: Page, name: string | RegExp): Promise<void> {
  const press = popup.getByRole('button', { name }).click();
  await Promise.all([
    popup.waitForEvent('close'),
    press.catch((error: Error) => {
      if (!error.message.includes('has been closed')) throw error;
    }),
  ]);
}

async function chooseNew(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Email').fill(email);
  await pressLast(popup, 'Continue');
}

async function sayWrong(popup: Page, mishap: string): Promise<void> {
  await popup.getByText('Let something go wrong').click();
  await pressLast(popup, mishap);
}

/** Expects a toast and closes it, because the next one may have the same title. */
async function expectToast(page: Page, title: string, text: string, timeout = 15_000) {
  const toast = page.getByRole('region', { name: 'Notifications (F8)' });
  const said = toast.getByText(title, { exact: true });
  await expect(said).toBeVisible({ timeout });
  await expect(toast).toContainText(text);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(said).toBeHidden();
}

async function whoIsHere(page: Page): Promise<string | undefined> {
  const reply = await page.request.get('/api/auth/me');
  return ((await reply.json()) as { user: { email: string } | null }).user?.email;
}

function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/auth/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('a new user signs in with Google, signs out, and returns as the same user', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const email = `ada.newcomer@${randomUUID()}.example`;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(data:|blob:|https?:\/\/(localhost|127\.0\.0\.1):)/.test(url)) elsewhere.push(url);
  });

  await openAuth(page, '/auth?tab=register');
  await audit(page);
  const calls = listCalls(page);
  const popup = await openPopup(page, 'Unlock with Google');
  const [reply] = await Promise.all([
    page.waitForResponse('**/api/auth/firebase-session'),
    chooseNew(popup, email),
  ]);
  const answeredAt = Date.now();
  expect(await reply.json()).toMatchObject({
    success: true,
    isNewUser: true,
    user: { email, authProvider: 'google', emailVerified: true },
  });
  expect(reply.request().postDataJSON()).toEqual({
    firebaseToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    user: {
      uid: expect.any(String),
      email,
      displayName: 'Ada Newcomer',
      photoURL: null,
    },
  });
  await page.waitForRequest('**/api/auth/me');
  // Slightly under a second, because the reply is read just after it arrives.
  expect(Date.now() - answeredAt).toBeGreaterThan(900);
  await expect(page).toHaveURL(/\/create$/);
  expect(popup.isClosed()).toBe(true);
  expect(calls).toEqual([
    'POST /api/auth/firebase-session',
    'GET /api/auth/me',
    'GET /api/auth/me',
  ]);
  expect(await whoIsHere(page)).toBe(email);

  await test.step('signing out forgets the Google account too', async () => {
    const kept = () => page.evaluate(() => JSON.stringify(localStorage));
    expect(await kept()).toContain('firebase:authUser:');
    await page.goto('/api/logout');
    await expect(page.getByRole('button', { name: 'Get Started' }).first()).toBeVisible();
    await expect.poll(kept).not.toContain('firebase:authUser:');
  });

  await test.step('the same account is offered the next time, and leads to the requested page', async () => {
    await openAuth(page, '/auth?next=%2Fdashboard');
    const again = await openPopup(page);
    const [second] = await Promise.all([
      page.waitForResponse('**/api/auth/firebase-session'),
      pressLast(again, email),
    ]);
    expect(await second.json()).toMatchObject({ success: true, isNewUser: false });
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  expect(errors).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('closing Google’s popup says so at once, and the next double press opens one popup and signs in', {
  tag: '@full',
}, async ({ page }) => {
  await openAuth(page);
  const popup = await openPopup(page);
  await expect(button(page, 'Waiting for Google...')).toHaveAttribute('aria-busy', 'true');
  await pressLast(popup, 'Cancel');
  // Far less than the SDK's ten seconds.
  await expect(button(page)).toBeVisible({ timeout: 5000 });
  await expectToast(page, cancelled.title, cancelled.text, 2000);

  const popups: Page[] = [];
  page.on('popup', (popup) => popups.push(popup));
  await button(page).dblclick();
  await expect.poll(() => popups.length).toBe(1);
  await pressLast(popups[0] as Page, /Imani Okafor/);
  await expect(page).toHaveURL(/\/create$/);
  expect(popups).toHaveLength(1);
  await expect(page.getByText(cancelled.title)).toHaveCount(0);
});

test('a closed Google popup is reported once, though the SDK reports it later, too', {
  tag: '@full',
}, async ({ page }) => {
  await openAuth(page);
  const sdk = page.waitForEvent('console', (said) => /popup-closed-by-user/.test(said.text()));
  await (await openPopup(page)).close();
  await expectToast(page, cancelled.title, cancelled.text, 5000);
  await sdk;
  await expect(page.getByText(cancelled.title, { exact: true })).toBeHidden();
  expect(await whoIsHere(page)).toBeUndefined();
});

test('a blocked popup shows how to allow popups', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openAuth(page);
  await button(page).click();
  await expectToast(page, 'Popup blocked', 'Please allow popups for this site and try again.');
  await expect(button(page)).toBeVisible();
});

test.describe(() => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 389.0.0.31.89',
  });

  test('inside an app that Google refuses, the form comes first and keeps what was typed, and the link can be taken to a browser', {
    tag: ['@full', '@desktop'],
  }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const errors = collectErrors(page);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const path = '/auth?next=%2Fpricing';
    await page.goto(path, { waitUntil: 'commit' });
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('typed early');
    held.resolve();
    const copy = page.getByRole('button', { name: 'Copy the link' });
    await expect(copy).toBeVisible();
    await expect(password).toHaveValue('typed early');
    await expect(password).toBeFocused();
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0);
    const submit = await page.getByRole('button', { name: 'Sign In' }).boundingBox();
    expect((await copy.boundingBox())?.y).toBeGreaterThan(submit?.y ?? Infinity);
    await audit(page);
    await copy.click();
    await expect(page.getByText('Paste it into your browser.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    expect(errors).toEqual([]);
  });
});

const cancelled = {
  title: 'Sign-in cancelled',
  text: 'Google sign-in was cancelled. Please try again if you want to continue.',
};

const unreachable =
  'We couldn’t reach Google. Check your connection or content blocker and try again, or use email and password.';

const mishaps = [
  [
    'This site’s domain is not authorised',
    'Domain not authorized',
    'This domain is not authorized for Firebase authentication. Please contact support.',
  ],
  ['The account is disabled', 'Google Sign-In Error', 'Firebase: Error (auth/user-disabled).'],
  ['Google breaks down', 'Google can’t be reached', 'Firebase: Error (auth/internal-error).'],
] as const;

const refusals = [
  [{ message: 'The studio is full tonight', code: 'busy' }, 'The studio is full tonight'],
  ['', 'Session creation failed'],
] as const;

test('each error of Google’s sign-in has a message, and a retry works at once', {
  tag: '@full',
}, async ({ page }) => {
  await openAuth(page);
  const choose = (popup: Page) => pressLast(popup, /Nora Lindqvist/);

  for (const [mishap, title, text] of mishaps) {
    await test.step(`the popup says "${mishap}"`, async () => {
      const popup = await openPopup(page);
      await sayWrong(popup, mishap);
      await expectToast(page, title, text);
      await expect(button(page)).toBeVisible();
      expect(popup.isClosed()).toBe(true);
    });
  }

  await test.step('Google does not answer after the choice', async () => {
    const popup = await openPopup(page);
    await setFaults({ google: { garbage: 1 } });
    await choose(popup);
    await expectToast(page, 'Google can’t be reached', 'Firebase: Error (auth/');
    expect(await whoIsHere(page)).toBeUndefined();
    await setFaults({});
  });

  for (const [body, text] of refusals) {
    await test.step(`our server refuses the session: "${text}"`, async () => {
      const call = '**/api/auth/firebase-session';
      await page.route(call, (route) =>
        route.fulfill({ status: 503, body: body && JSON.stringify(body) }),
      );
      await choose(await openPopup(page));
      await expectToast(page, 'Session Error', text);
      await expect(page).toHaveURL(/\/auth$/);
      // The next try must let the user choose an account again.
      await expect
        .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
        .not.toContain('firebase:authUser:');
      await page.unroute(call);
    });
  }

  await test.step('the session cannot be confirmed', async () => {
    await page.route('**/api/auth/me', (route) => route.fulfill({ json: { user: null } }));
    await choose(await openPopup(page));
    await expectToast(page, 'Session Error', 'couldn’t confirm your session');
    await expect(page).toHaveURL(/\/auth$/);
  });
});

test('when Google cannot be reached, a click shows an error and a later one works', {
  tag: '@full',
}, async ({ page }) => {
  await setFaults({ google: { errorRate: 1 } });
  await page.goto('/auth');
  await button(page).click();
  await expectToast(page, 'Google Sign-In Error', unreachable);
  await setFaults({});
  const popup = await openPopup(page);
  await pressLast(popup, /Nora Lindqvist/);
  await expect(page).toHaveURL(/\/create$/);
});

test('with a token sync URL, the SDK sends the fresh token there', { tag: '@full' }, async ({
  page,
}) => {
  await page.route('**/api/config', async (route) => {
    const reply = await route.fetch();
    const config = await reply.json();
    config.firebase.tokenSyncUrl = '/api/auth/token-sync';
    await route.fulfill({ json: config });
  });
  const headers: (string | undefined)[] = [];
  await page.route('**/api/auth/token-sync', (route) => {
    if (route.request().method() === 'POST') headers.push(route.request().headers().authorization);
    return route.fulfill({ status: 204 });
  });
  await openAuth(page);
  const popup = await openPopup(page);
  await pressLast(popup, /Nora Lindqvist/);
  await expect(page).toHaveURL(/\/create$/);
  expect(headers).toEqual([expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)]);
  const settings = await page.evaluate(() => Reflect.get(window, '__FIREBASE_DEFAULTS__'));
  expect(settings).toEqual({ _authTokenSyncURL: '/api/auth/token-sync', _authIdTokenMaxAge: 300 });
});
