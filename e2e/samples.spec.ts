import { expect, type Locator } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';

test.use({ knowsDemo: true });

const secondsOf = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));

test('a visitor plays the demos one at a time, hears one on while reading the prices, and reads along', async ({
  page,
  demos,
}) => {
  const errors = collectErrors(page);
  await page.goto('/samples');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    demos.map(({ episode }) => episode.title),
  );
  await expect(page).toHaveTitle(/Demos/);
  await expect(page.getByText('The hosts are AI', { exact: false })).toBeVisible();
  await expect(page.getByText('This is the demo studio', { exact: false })).toBeVisible();

  const tape = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  const [sea, trains] = [tape.nth(0), tape.nth(1)];
  const place = sea.getByRole('slider');

  await test.step('plays one, then another', async () => {
    await sea.getByRole('button', { name: /^Play/ }).click();
    await expect.poll(() => secondsOf(place), { timeout: 30_000 }).toBeGreaterThan(1);
    await trains.getByRole('button', { name: /^Play/ }).click();
    await expect
      .poll(() => secondsOf(trains.getByRole('slider')), { timeout: 30_000 })
      .toBeGreaterThan(1);
    await expect(sea.getByRole('button', { name: /^Play/ })).toBeVisible();
    await expect(tape.getByRole('button', { name: /^Pause/ })).toHaveCount(1);
    await trains.getByRole('button', { name: /^Pause/ }).click();
    await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0);
  });

  await test.step('hears one on while reading the prices, and comes back to it', async () => {
    await trains.getByRole('button', { name: /^Play/ }).click();
    const seconds = () =>
      page.evaluate(
        () => [...document.querySelectorAll('audio')].find(({ paused }) => !paused)?.currentTime,
      );
    await expect.poll(seconds).toBeGreaterThan(0);
    const before = (await seconds()) ?? 0;
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('region', { name: 'Now playing' })).toBeVisible();
    await expect.poll(seconds).toBeGreaterThan(before + 0.5);
    await page.goBack();
    const deck = page.getByRole('region', { name: 'Now playing' });
    const pause = trains.getByRole('button', { name: /^Pause/ });
    await pause.scrollIntoViewIfNeeded();
    await expect(deck).toHaveCount(0);
    const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
    await page.setViewportSize({ width, height: 400 });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(pause).not.toBeInViewport();
    await expect(deck).toBeVisible();
    await page.setViewportSize({ width, height });
    await pause.click();
  });

  await test.step('reads along, and a line seeks to its time', async () => {
    await sea.getByRole('button', { name: /^Read along/ }).click();
    const lines = sea.getByRole('list', { name: /^Transcript/ }).getByRole('listitem');
    await expect(lines.first()).toContainText('Brian');
    const transcript = sea.getByRole('list', { name: /^Transcript/ }).locator('..');
    await expect(transcript).toBeInViewport({ ratio: 1 });
    await lines.first().getByRole('button').click();
    await expect(lines.first()).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => secondsOf(place), { timeout: 30_000 }).toBeLessThan(30);
    await sea.getByRole('button', { name: /^Pause/ }).click();
    await audit(page);
  });

  await test.step('hears one on the landing page without a second player, and keeps the button that orders', async () => {
    await page.goto('/');
    const deck = page.getByRole('region', { name: 'Now playing' });
    const main = page.getByRole('main');
    await main.getByRole('button', { name: `Play ${demos[0].episode.title}` }).click();
    await expect(main.getByRole('button', { name: /^Pause/ })).toBeInViewport();
    await expect(deck).toHaveCount(0);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(deck).toBeVisible();
    await page.getByLabel('What are we talking about?').fill('Why the sea glows at night');
    await main.getByRole('button', { name: 'Get Started' }).click();
    const button = page.getByRole('button', { name: /^Continue to checkout/ });
    await expect(button).toBeInViewport({ ratio: 1 });
    const [above, below] = await Promise.all([button.boundingBox(), deck.boundingBox()]);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
  expect(errors).toEqual([]);
});

test('an episode’s summary can be read before its page’s script has loaded, and stays', async ({
  page,
  demos: [{ episode }],
}) => {
  const { title } = episode;
  const errors = collectErrors(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(episode.listenUrl, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
  await expect(lines.first()).toContainText('Brian');
  const words = await lines.first().textContent();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
  resolve();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(lines.first()).toHaveText(String(words));
  expect(errors).toEqual([]);
});
