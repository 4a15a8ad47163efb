import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { callApi, newEmail, PASSWORD, register } from './signIn.ts';
import { standin } from './standins.ts';

/* All texts of the specification's tables, on the pages that show them. */

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });

async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = toastOf(page).getByRole('status').or(toastOf(page).getByRole('listitem'));
  await expect(toast.getByText(title, { exact: true }).first()).toBeVisible();
  await expect(toast.getByText(text, { exact: true }).first()).toBeVisible();
}

async function fillDoor(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^(Sign In|Unlock Ep)/ })
    .click();
}

async function openDoor(page: Page, tab: 'login' | 'register'): Promise<void> {
  await page.goto(`/auth?tab=${tab}`);
  await hydrated(page);
}

test('the landing page says what the product is, how it works and what it costs', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Curiosity on Demand' })).toBeVisible();
  for (const text of [
    'Pay per episode • $3.99-$8.99 based on length • No subscriptions',
    'No series required',
    'Most episodes are ready in 8-12 minutes; longer content takes up to 20 minutes.',
    'Delivery in under 15 minutes',
    'Mobile-first',
    '95% of users create on mobile',
    'More than 65 premium voices',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }

  await test.step('in three cards, four steps, three voices and six uses', async () => {
    const section = (name: string) => page.getByRole('region', { name });
    const cards = section('One episode, made for you').getByRole('heading', { level: 3 });
    await expect(cards).toHaveCount(3);
    const listed = async (name: string, texts: string[]) => {
      const items = section(name).getByRole('listitem');
      for (const [index, text] of texts.entries())
        await expect(items.nth(index)).toContainText(text);
    };
    await listed('How it works', [
      'Share your curiosity',
      'Select 2 AI voices',
      'Set preferences',
      'Receive it by email',
    ]);
    const voices = section('Hear who’s awake').getByRole('listitem');
    for (const [index, words] of [
      ['deep mature American male voice', 'Deep, Narrative'],
      ['warm trustworthy American voice', 'Calm, Commercial'],
      ['pleasant kind female voice', 'Pleasant, Friendly'],
    ].entries()) {
      for (const word of words) await expect(voices.nth(index)).toContainText(word);
    }
    await listed('What people ask after dark', [
      'Learning',
      'Storytelling',
      'Entertainment',
      'Friend-style chats',
      'Hobby deep-dives',
      'Quick explanations',
    ]);
    await expect(section('Why choose Duologue').getByRole('listitem').first()).toBeVisible();
  });

  await page.getByRole('link', { name: 'Get Started' }).last().click();
  await expect(page).toHaveURL(/\/create$/);
});

test('both tabs of the sign-in page have their texts, also while busy', async ({ page }) => {
  await page.goto('/auth');
  await test.step('Login', async () => {
    for (const text of [
      'AI-Powered Podcast Generation',
      'Limited Time Offer',
      'A free 10-minute bonus podcast after your first purchase',
      'Sign in to access your AI podcast studio',
    ]) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    const main = page.getByRole('main');
    for (const [name, href] of [
      ['Forgot your password?', '/forgot-password'],
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
    ] as const) {
      await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
    }
  });

  await test.step('shows and hides the password', async () => {
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: /show password/i }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: /hide password/i }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  await test.step('Register', async () => {
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'Unlock AI Episode Creation' })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toContainText('bonus 10-minute episode');
    await expect(page.getByRole('button', { name: 'Unlock with Google' })).toBeVisible();
    await expect(page.getByPlaceholder('Create a password (min 6 characters)')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unlock Episode Creation' })).toBeVisible();
  });

  for (const [tab, pending] of [
    ['login', 'Signing in...'],
    ['register', 'Unlocking your studio...'],
  ] as const) {
    await test.step(`says “${pending}” meanwhile`, async () => {
      const held = Promise.withResolvers<void>();
      await page.route(`**/api/auth/${tab}`, async (route) => {
        await held.promise;
        await route.continue();
      });
      await openDoor(page, tab);
      await fillDoor(page, newEmail('busy'), PASSWORD);
      await expect(page.getByRole('button', { name: pending })).toBeVisible();
      held.resolve();
    });
  }
});

test('each refusal at sign-in shows its own toast', async ({ page, request }) => {
  await test.step('a wrong password', async () => {
    await openDoor(page, 'login');
    await fillDoor(page, newEmail('nobody'), 'wrong one');
    await expectToast(
      page,
      'Invalid credentials',
      'The email or password you entered is incorrect. Please double-check and try again.',
    );
  });

  await test.step('an account that was made with Google', async () => {
    const email = newEmail('google');
    const { idToken } = await standin<{ idToken: string }>('/google/demo/tokens', {
      uid: `uid-${email}`,
      sub: `sub-${email}`,
      email,
    });
    await callApi({ request }, 'POST', '/api/auth/firebase-session', {
      firebaseToken: idToken,
      user: { uid: `uid-${email}` },
    });
    await openDoor(page, 'login');
    await fillDoor(page, email, PASSWORD);
    await expectToast(
      page,
      'Use Google Login',
      'This account was created with Google. Please use the Google login button instead.',
    );
  });

  await test.step('an address that has an account already', async () => {
    const email = newEmail('known');
    await register({ request }, email);
    await openDoor(page, 'register');
    await fillDoor(page, email, PASSWORD);
    await expectToast(
      page,
      'Account already exists',
      'This email is already registered. Please try logging in instead, or use a different email.',
    );
  });

  // Errors that a healthy server does not return.
  for (const [tab, status, message, title, text] of [
    [
      'login',
      400,
      'Invalid login data',
      'Invalid format',
      'Please enter a valid email address and password.',
    ],
    [
      'login',
      500,
      'Login failed',
      'Login error',
      'Something went wrong while logging you in. Please try again.',
    ],
    ['login', 429, 'Too many tries', 'Login failed', 'Too many tries'],
    [
      'register',
      400,
      'Invalid registration data',
      'Invalid information',
      'Please enter a valid email address and a password with at least 6 characters.',
    ],
    [
      'register',
      500,
      'Registered but login failed',
      'Account created',
      'Your account was created successfully! Please try logging in now.',
    ],
    [
      'register',
      500,
      'Registration failed',
      'Registration error',
      'Something went wrong while creating your account. Please try again.',
    ],
    ['register', 429, 'Too many tries', 'Registration failed', 'Too many tries'],
  ] as const) {
    await test.step(`${tab}: ${message}`, async () => {
      const call = `**/api/auth/${tab}`;
      await page.route(call, (route) =>
        route.fulfill({ status, json: { message, code: 'internal' } }),
      );
      if (!page.url().endsWith(tab)) await openDoor(page, tab);
      await fillDoor(page, newEmail('unlucky'), PASSWORD);
      await expectToast(page, title, text);
      await page.unroute(call);
    });
  }

  await test.step('google_not_configured and google_auth_failed in the address', async () => {
    await page.goto('/auth?error=google_not_configured');
    await expectToast(
      page,
      'Google Sign-In Unavailable',
      'Google authentication is not set up yet. Please use email and password.',
    );
    await page.goto('/auth?error=google_auth_failed');
    await expectToast(
      page,
      'Google Sign-In Error',
      'Please try again or use email/password login.',
    );
  });
});

test('an invalid form shows each error at its field and focuses the first', async ({ page }) => {
  /** Presses the button and expects each message at its field and the focus in the first one. */
  async function expectRefusals(button: string, refusals: [string, string][]) {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    for (const [label, message] of refusals) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(page.getByLabel(String(refusals[0]?.[0]), { exact: true })).toBeFocused();
  }

  await test.step('the order of an episode', async () => {
    // Only where there are no voices can one be missing.
    await page.route('**/api/voices', (route) => route.fulfill({ json: { voices: [] } }));
    await page.goto('/create');
    await page.getByRole('button', { name: /Continue to checkout/ }).click();
    for (const text of [
      'Topic is required',
      'Voice 1 is required',
      'Voice 2 is required',
      'Valid email is required',
    ]) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(page.getByLabel('What are we talking about?')).toBeFocused();
    await expect(page.getByRole('button', { name: /Normal/ })).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(4);
    await page.unrouteAll();
  });

  await test.step('the login', async () => {
    await openDoor(page, 'login');
    await expectRefusals('Sign In', [
      ['Email', 'Please enter a valid email address'],
      ['Password', 'Password is required'],
    ]);
  });

  await test.step('the registration', async () => {
    await openDoor(page, 'register');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await expectRefusals('Unlock Episode Creation', [
      ['Email', 'Please enter a valid email address'],
      ['Password', 'Password must be at least 6 characters'],
    ]);
  });

  await test.step('the forgotten password', async () => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('mira@');
    await expectRefusals('Send the link', [['Email', 'Please enter a valid email address']]);
  });

  await test.step('the new password', async () => {
    await page.goto('/reset-password?token=x');
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('12345');
    await expectRefusals('Save the new password', [
      ['New password', 'Password must be at least 6 characters'],
      ['New password again', 'Please confirm your password'],
    ]);
    await password.fill('secret1');
    await page.getByLabel('New password again', { exact: true }).fill('secret2');
    await expectRefusals('Save the new password', [
      ['New password again', "Passwords don't match"],
    ]);
  });
});
