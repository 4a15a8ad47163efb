import { expect, type Page, test } from '@playwright/test';
import { awake } from './awake.ts';
import { become } from './people.ts';
import { visits } from './routes.ts';

/*
 * The checklist of usability, where a browser must judge and nothing else visits: items 11 and 12 are
 * steps of walk.spec.ts, 28 is every visit of routes.spec.ts, others are named beside what they judge.
 */

/** Every screen that shows itself to whoever comes by. */
const open = visits.filter(({ meets }) => 'title' in meets['signed out']);

test('usability 1: price and tax stand before any form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/\$3\.99-\$8\.99 based on length/).first()).toBeVisible();
  await page.goto('/pricing');
  await expect(page.getByText(/tax included/i)).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('usability 2, 3, 4 and 34: three screens and five answers from the landing page to the pay key', async ({
  page,
}) => {
  const screens = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) screens.add(new URL(frame.url()).pathname);
  });
  const answers: string[] = [];
  const answer = async (label: string, text: string) => {
    answers.push(label);
    await page.getByLabel(label, { exact: true }).fill(text);
  };
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).last().click();
  await answer('What are we talking about?', 'How a lighthouse lamp floats');
  await page.getByRole('button', { name: 'Pick voices for me' }).click();
  answers.push('Voice 1', 'Voice 2');
  await answer('Where should we send it?', 'three-screens@example.com');
  await page.getByRole('button', { name: /Continue to checkout/ }).click();

  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('three-screens@example.com');
  await expect(page.locator('input[type=password]')).toHaveCount(1);
  await answer('Password', 'secret1');
  await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();

  await expect(page.getByLabel('What are we talking about?')).toHaveValue(
    'How a lighthouse lamp floats',
  );
  await page.getByRole('button', { name: /Continue to checkout/ }).click();
  await expect(page.getByRole('button', { name: 'Pay $3.99' })).toBeVisible();
  expect([...screens]).toEqual(['/', '/create', '/auth', '/checkout']);
  expect(answers).toHaveLength(5);
});

test('usability 5, 6 and 33: every field says what belongs in it and is large enough for a thumb', async ({
  page,
}) => {
  for (const path of ['/auth', '/auth?tab=register', '/create', '/contact', '/forgot-password']) {
    await page.goto(path);
    // The document of /auth is the login's: an address with a tab is drawn when the page wakes.
    await awake(page);
    await expect(page.getByRole('textbox').first()).toBeVisible();
    const fields = await page.locator('input:visible, textarea:visible').evaluateAll((all) =>
      all.map((field) => ({
        name: field.getAttribute('name'),
        type: field.getAttribute('type') ?? 'text',
        autocomplete: field.getAttribute('autocomplete'),
        px: Number.parseFloat(getComputedStyle(field).fontSize),
      })),
    );
    for (const { name, type, autocomplete, px } of fields) {
      if (type === 'radio' || type === 'checkbox') continue;
      expect(px, `${path} ${name}`).toBeGreaterThanOrEqual(16);
      if (name === 'email') {
        expect(type, path).toBe('email');
        expect(autocomplete, path).toMatch(/username|email/);
      }
      if (name === 'password') expect(autocomplete, path).toMatch(/^(current|new)-password$/);
    }
  }
  await page.goto('/auth');
  const password = page.getByLabel('Password', { exact: true });
  await password.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'from a manager');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  // A page that forbids pasting cancels the event; the browser would have filled the field in.
  await page.keyboard.insertText('from a manager');
  await expect(password).toHaveValue('from a manager');
});

test('usability 7: topics and voices can be tried before paying', async ({ page }) => {
  await page.goto('/');
  const sample = page.waitForResponse(/\/api\/voices\/[^/]+\/sample\.mp3/);
  await page
    .getByRole('region', { name: 'Hear who’s awake' })
    .getByRole('button', { name: /Brian/ })
    .click();
  expect((await sample).status()).toBeLessThan(400);
});

test('usability 25: a list shows that it loads, and an error has a way to try again', async ({
  page,
}) => {
  let broken = true;
  await page.route('**/api/samples', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } })
      : route.continue(),
  );
  await page.goto('/samples');
  const retry = page.getByRole('button', { name: /try again/i });
  await expect(retry).toBeVisible();
  broken = false;
  await retry.click();
  await expect(retry).toBeHidden();
});

test('usability 26: a page that cannot be loaded has a way home', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route(/\/assets\/PricingPage-.*\.js$/, (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(
    page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')).first(),
  ).toBeVisible();
  await expect(page).toHaveTitle(/Something went wrong/);
});

test('usability 27: a lost connection is said, and its return too', async ({ page, context }) => {
  await page.goto('/pricing');
  // The page is to be read before it is awake; this link comes with the session.
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  const lost = page.getByText('We lost the connection', { exact: false });
  await context.setOffline(true);
  await expect(lost).toBeVisible();
  await context.setOffline(false);
  await expect(lost).toBeHidden();
});

test('usability 29: nothing to press is smaller than 24 px, and no main key lower than 44', async ({
  page,
}) => {
  for (const { path } of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await tooSmall(page), path).toEqual([]);
  }
});

/** Links inside a sentence are excepted (WCAG 2.2, 2.5.8), and what only a screen reader meets. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inText = (link: Element) =>
      link.matches('a') &&
      getComputedStyle(link).display.startsWith('inline') &&
      Boolean(link.closest('p, li')?.textContent?.trim() !== link.textContent?.trim());
    return Array.from(document.querySelectorAll('a, button, input, textarea, [role=tab]'))
      .filter((control) => control.checkVisibility() && !inText(control))
      .filter(
        (control) => !control.closest('.sr-only') && !control.matches('.sr-only, [aria-hidden]'),
      )
      .flatMap((control) => {
        const { width, height } = control.getBoundingClientRect();
        const least = control.matches('.key-lit') ? 44 : 24;
        const isHidden = width <= 1 || height <= 1;
        const fits = width >= 24 && height >= least;
        return isHidden || fits ? [] : [`${control.outerHTML.slice(0, 120)} ${width}x${height}`];
      });
  });
}

test('usability 30: text at twice its size needs no sideways scroll', async ({ page }) => {
  for (const { path } of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // Not at once: what measures itself (the dock, the waves) does so after the text has grown.
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(overflow, path).toBeLessThanOrEqual(0);
  }
});

test('usability 31: whoever asks for less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { path } of open) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A cross-fade of 100 ms at most is all that the house allows itself then.
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        if (!(effect instanceof KeyframeEffect)) return [];
        const duration = Number(effect.getComputedTiming().duration ?? 0);
        const always = ['offset', 'computedOffset', 'easing', 'composite', 'opacity', 'color'];
        const moved = effect
          .getKeyframes()
          .flatMap((keyframe) => Object.keys(keyframe))
          .filter((property) => !always.includes(property));
        return duration > 100 || moved.length > 0 ? [{ duration, moved }] : [];
      }),
    );
    expect(moving, path).toEqual([]);
  }
});

test('usability 32: the keyboard meets the way past the navigation first, and sees where it is', async ({
  page,
}) => {
  await become(page, 'signed in');
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(() => {
    const focused = document.activeElement;
    return focused ? Number.parseFloat(getComputedStyle(focused).outlineWidth) : 0;
  });
  expect(outline).toBeGreaterThanOrEqual(2);
});
