import { expect, type Locator, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { newEmail, PASSWORD } from './signIn.ts';

/* An installation with a tracking pixel. Only Meta's loader and beacons are faked. */

const PIXEL_ID = '123456789012345';
const TOPIC = 'Why the sea glows at night';

test.use({ settings: { PIXEL_ID } });
// One worker, so that only one product is started for these tests.
test.describe.configure({ mode: 'default' });

/** Takes over the queue like Meta's loader, and sends a beacon for each call. */
const LOADER = `
  fbq.callMethod = (...call) => {
    const beacon = new URLSearchParams({ call: JSON.stringify(call), dl: location.href });
    new Image().src = 'https://www.facebook.com/tr/?' + beacon;
  };
  for (const call of fbq.queue.splice(0)) fbq.callMethod(...call);
`;
const DOT = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

type Call = [command: string, ...rest: unknown[]];

async function recordMeta(page: Page) {
  const requested: string[] = [];
  const calls: Call[] = [];
  await page.route(/facebook\.(com|net)\//, async (route) => {
    const address = new URL(route.request().url());
    requested.push(address.href);
    if (address.host === 'connect.facebook.net') {
      return route.fulfill({ contentType: 'text/javascript', body: LOADER });
    }
    calls.push(JSON.parse(address.searchParams.get('call') ?? '[]'));
    return route.fulfill({ contentType: 'image/gif', body: DOT });
  });
  const events = () => calls.filter(([command]) => command === 'track').map(([, ...rest]) => rest);
  return { requested, calls, events };
}

const consentBanner = (page: Page) => page.getByRole('region', { name: 'Tracking' });

async function expectNoOverlap(one: Locator, other: Locator) {
  await expect(one).toBeVisible();
  await expect(other).toBeVisible();
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('Both must be on the page');
  const apart = a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(apart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
}

async function order(page: Page, email: string) {
  await page.getByLabel('What are we talking about?').fill(TOPIC);
  await page.getByRole('button', { name: 'Get Started' }).first().click();
  const shuffle = page.getByRole('button', { name: 'Shuffle' });
  // A new instance has to fetch its catalogue first.
  await expect(shuffle).toBeVisible({ timeout: 60_000 });
  await shuffle.click();
  await page.getByLabel('Where should we send it?').fill(email);
  await page.getByRole('button', { name: /Continue to checkout/ }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock Episode Creation' }).click();
  await expect(page).toHaveURL(/\/checkout\?order=/);
}

async function pay(page: Page) {
  await page.getByRole('button', { name: 'Pay $3.99' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^pay/i }).click();
  await expect(page).toHaveURL(/\/success\?order=/, { timeout: 30_000 });
}

test('nothing of Meta is loaded before consent or after a refusal', async ({ page }) => {
  const errors = collectErrors(page);
  const { requested } = await recordMeta(page);
  await page.goto('/');
  await expect(consentBanner(page)).toBeVisible();
  await expectNoOverlap(
    consentBanner(page),
    page.getByRole('button', { name: 'Get Started' }).first(),
  );
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
  expect(shift).toBeLessThanOrEqual(0.01);
  await audit(page);
  await page.goto('/create');
  await expectNoOverlap(
    consentBanner(page),
    page.getByRole('button', { name: /Continue to checkout/ }),
  );
  expect(requested).toEqual([]);

  await page.keyboard.press('Tab');
  for (const name of ['Privacy', 'No thanks']) {
    await page.keyboard.press('Tab');
    await expect(consentBanner(page).getByText(name, { exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(consentBanner(page)).toBeHidden();
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Tracking choices' })).toBeVisible();
  await expect(consentBanner(page)).toBeHidden();
  expect(requested).toEqual([]);
  expect(errors).toEqual([]);
});

test('after consent the five events reach Meta, each once and without personal data', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const { requested, calls, events } = await recordMeta(page);
  await page.goto('/');
  await consentBanner(page).getByRole('button', { name: 'Agree' }).click();
  await order(page, newEmail('mira'));
  await pay(page);

  const names = () => events().map(([name]) => name);
  await expect.poll(names, { timeout: 30_000 }).toContain('Purchase');
  expect(calls.slice(0, 2)).toEqual([
    ['set', 'autoConfig', false, PIXEL_ID],
    ['init', PIXEL_ID],
  ]);
  expect(names().filter((name) => name !== 'ViewContent')).toEqual([
    'CompleteRegistration',
    'AddToCart',
    'InitiateCheckout',
    'Purchase',
  ]);
  const id = new URL(page.url()).searchParams.get('order');
  expect(events().at(-1)).toEqual([
    'Purchase',
    { content_type: 'product', content_ids: ['episode-10'], value: 3.99, currency: 'USD' },
    { eventID: id },
  ]);
  expect(events()).toContainEqual(['ViewContent', { content_name: 'Home' }]);

  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Minutes on tape' })).toBeVisible({
    timeout: 30_000,
  });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  expect(names().filter((name) => name === 'Purchase')).toHaveLength(1);
  const received = decodeURIComponent(requested.join(' '));
  for (const secret of ['mira', 'sea', 'secret1', '/auth']) expect(received).not.toContain(secret);
  expect(errors).toEqual([]);

  await page.goto('/privacy');
  await page.getByRole('main').getByRole('button', { name: 'Tracking choices' }).click();
  await audit(page);
  await page.getByRole('dialog').getByRole('button', { name: 'No thanks' }).click();
  await expect.poll(() => calls.at(-1)).toEqual(['consent', 'revoke']);
});
