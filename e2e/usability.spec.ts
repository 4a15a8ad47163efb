import { expect, type Locator, type Page } from '@playwright/test';
import { overflow } from './audit.ts';
import { eachStep } from './eachStep.ts';
import { test } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { visits } from './routes.ts';
import { become } from './signIn.ts';

/** Pages that need no sign-in. */
const open = visits.filter(({ outcomes }) => 'title' in outcomes['signed out']);

test('every field has its type and autocomplete, accepts a pasted password and has text of 16 px', {
  tag: '@full',
}, async ({ page }) => {
  for (const path of ['/auth', '/auth?tab=register', '/create', '/contact', '/forgot-password']) {
    await page.goto(path);
    // The document of /auth shows the login; the URL's tab appears on hydration.
    await hydrated(page);
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
  // A synthetic paste event inserts nothing, so the text is inserted separately.
  await page.keyboard.insertText('from a manager');
  await expect(password).toHaveValue('from a manager');
});

test('a page or a part of one whose script cannot be loaded says so and offers a way out', async ({
  page,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  await page.route(/\/assets\/PricingPage-.*\.js$/, (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(
    page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')).first(),
  ).toBeVisible();
  await expect(page).toHaveTitle(/Something went wrong/);

  await page.route(/\/assets\/(PreviewCard|ToastStack|Menu)-.*\.js$/, (route) => route.abort());
  await page.goto('/create?topic=Tides');
  const menu = page.getByRole('button', { name: 'Menu' });
  const hear = page.getByRole('button', { name: 'Hear how it starts' });
  await expect(page.getByRole('button', { name: 'Swap the voices' })).toBeVisible();
  await hear.click();
  await expect(page.getByText('That didn’t load.')).toBeInViewport();
  // Its message must appear although the script for toasts failed too.
  await menu.click();
  await page.getByRole('button', { name: 'The menu didn’t load' }).click();
  await expect(page.getByText('The menu didn’t load')).toBeHidden();
  await page.unrouteAll();
  await hear.click();
  await expect(page.getByRole('region', { name: 'How it starts' })).toBeVisible();
  await menu.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('every public page respects reduced motion, has large, free targets and fits text at twice its size', {
  tag: ['@matrix', '@full'],
}, async ({ page, isMobile, demos: [{ episode }] }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await eachStep([...open, { path: episode.listenUrl }], async ({ path }) => {
    if (isMobile) await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await moving(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    expect(await overContent(page)).toEqual([]);
    // On wide screens such a text size would switch to the narrow layout.
    if (!isMobile) return;
    // Waits for what comes later, such as prices: what is missing is never too wide.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // Polls, because the sticky footer and the waves resize afterwards.
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    expect(await cutOff(page)).toEqual([]);
  });
});

test('on a phone the Tab key goes down every public page as it stands', { tag: '@full' }, async ({
  page,
  demos: _,
}) => {
  // So high that no bar lies over the page.
  await page.setViewportSize({ width: 390, height: 4000 });
  await eachStep(open, async ({ path }) => {
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(await backwards(page)).toEqual([]);
  });
});

test('an empty box and an empty field stand out from their ground, 3 : 1 in both themes', {
  tag: '@full',
}, async ({ page }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/create');
    await hydrated(page);
    const box = page.locator('label', { hasText: 'Sounds between chapters' });
    const input = box.getByRole('checkbox');
    // The form remembers it.
    if (await input.isChecked()) await box.click();
    await expect(input).not.toBeChecked();
    expect(await edgeContrast(box.locator('input + span'))).toBeGreaterThanOrEqual(3);
    await page.goto('/auth');
    await hydrated(page);
    const field = page.locator('.well', { has: page.locator('[name=email]') });
    expect(await edgeContrast(field)).toBeGreaterThanOrEqual(3);
  }
});

function moving(page: Page): Promise<object[]> {
  return page.evaluate(() =>
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
}

/** Exceptions: links inside a sentence (WCAG 2.2, 2.5.8) and content for screen readers only. */
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
        const least = control.matches('.button-main') ? 44 : 24;
        const isHidden = width <= 1 || height <= 1;
        const fits = width >= 24 && height >= least;
        return isHidden || fits ? [] : [`${control.outerHTML.slice(0, 120)} ${width}x${height}`];
      });
  });
}

/** Controls beyond the screen's edge, unless their row scrolls, or with overflowing words. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, label, [role=tab]')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.closest('.sr-only') && !control.querySelector('.truncate'))
      .flatMap((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(control);
        const isOff = !control.closest('.overflow-x-auto') && (left < 0 || right > innerWidth);
        // Words for screen readers are wider than they look, and buttons may be larger.
        const isCut =
          words.getBoundingClientRect().right > right + 1 && control.scrollWidth > width + 1;
        return width > 0 && (isOff || isCut)
          ? [`${control.outerHTML.slice(0, 120)} ${left} to ${right}, ${control.scrollWidth} wide`]
          : [];
      }),
  );
}

function backwards(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = 'main :is(a, button, input, textarea):not([tabindex="-1"])';
    const all = [...document.querySelectorAll(selector)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => ({ control, ...control.getBoundingClientRect().toJSON() }));
    return all.flatMap(({ control, bottom }, at) => {
      const before = all[at - 1];
      // One of two controls side by side may be higher.
      return before && bottom < before.top - 100 ? [control.outerHTML.slice(0, 120)] : [];
    });
  });
}

/** Measures the painted contrast of an element's left edge with what is left of it. */
async function edgeContrast(element: Locator): Promise<number> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  const clip = { x: box.x - 4, y: box.y + box.height / 2, width: 8, height: 1 };
  const picture = await element.page().screenshot({ clip });
  return element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!canvas) throw new Error('There is no canvas');
    canvas.drawImage(image, 0, 0);
    const luminances = Array.from({ length: image.width }, (_, x) => {
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(x, 0, 1, 1).data].map(
        (value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        },
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    const [ground = 0] = luminances;
    // The inside, beyond the edge, may differ less.
    return Math.max(
      ...luminances.map((one) => (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05)),
    );
  }, picture.toString('base64'));
}

/** Returns header links and buttons that lie over words or drawings of the page. */
function overContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const content: DOMRect[] = [...document.querySelectorAll('main svg')].map((drawing) =>
      drawing.getBoundingClientRect(),
    );
    const range = document.createRange();
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      content.push(...range.getClientRects());
    }
    return [...document.querySelectorAll<HTMLElement>('header a, header button')]
      .filter((control) => !control.closest('main'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return content.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a short page fits the screen of a phone, with its footer', async ({ page, demos: _ }) => {
    await become(page, 'signed in');
    const short = [
      '/no-such-page',
      '/contact',
      '/forgot-password',
      '/reset-password',
      '/dashboard',
      '/checkout?order=nobody',
      '/success?order=nobody',
      '/listen?episode=nobody',
    ];
    await eachStep(short, async (path) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // A page that still loads is as high as the screen, so that the footer does not jump.
      await expect(page.locator('.loading')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
    });
  });
});

test('the Tab key reaches the skip link first, and the focus is visible', async ({ page }) => {
  await become(page, 'signed in');
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(() => {
    const focused = document.activeElement;
    return focused ? Number.parseFloat(getComputedStyle(focused).outlineWidth) : 0;
  });
  expect(outline).toBeGreaterThanOrEqual(2);
});
