import { expect, type Locator, type Page } from '@playwright/test';
import type { Podcast } from '#shared/episode.ts';
import type { Transcript } from '#shared/script.ts';
import { SAMPLE_MINUTES } from '../server/samples/first.ts';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { finished, pay, placeOrder } from './orders.ts';
import { become } from './signIn.ts';

const secondsOf = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));

test('a visitor plays the demos one at a time, reads along, and starts an order for a similar one', async ({
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
  await audit(page);

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

  await test.step('seeks with the keyboard', async () => {
    await place.press('Home');
    await place.press('PageUp');
    await expect.poll(() => secondsOf(place)).toBe(60);
  });

  await test.step('reads along, and a line seeks to its time', async () => {
    await sea.getByRole('button', { name: /^Read along/ }).click();
    const lines = sea.getByRole('list', { name: /^Transcript/ }).getByRole('listitem');
    await expect(lines.first()).toContainText('Brian');
    // The transcript is in sight as a whole.
    const transcript = sea.getByRole('list', { name: /^Transcript/ }).locator('..');
    await expect(transcript).toBeInViewport({ ratio: 1 });
    await lines.first().getByRole('button').click();
    await expect(lines.first()).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => secondsOf(place), { timeout: 30_000 }).toBeLessThan(30);
    await sea.getByRole('button', { name: /^Pause/ }).click();
    await audit(page);
  });

  await test.step('finds the form filled in with its choices', async () => {
    await sea.getByRole('link', { name: 'Make one like this' }).click();
    await expect(page).toHaveURL(/\/create$/);
    await expect(page.getByLabel('What are we talking about?')).toHaveValue('The glowing sea');
    for (const choice of ['Brian', 'Matilda', 'Funny', 'Conversation']) {
      await expect(page.getByText(choice, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('radio', { name: '10 minutes, $3.99' })).toBeChecked();
  });
  expect(errors).toEqual([]);
});

test('a demo’s page can be opened without an account', async ({ page, demos: [{ episode }] }) => {
  const { title } = episode;
  await page.goto('/samples');
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/listen\?episode=/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('the landing page plays a demo on request, loads no audio before, and has no layout shift', async ({
  page,
  demos: _,
}) => {
  const sounds: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('episode.mp3')) sounds.push(request.url());
  });
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(page.getByText(/^Listen in: Brian and Matilda/)).toBeVisible();
  expect(sounds).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.01);
  await page.getByRole('button', { name: /^Play .*glowing sea/ }).click();
  await expect(page.getByRole('button', { name: /^Pause .*glowing sea/ })).toBeVisible();
  await expect.poll(() => sounds.length).toBeGreaterThan(0);
  await audit(page);
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

test('where two hosts talk at once, both of their lines are marked, and subtitles show both', async ({
  page,
  demos,
  product,
}) => {
  let overlap: Overlap | undefined;
  for (const { episode } of demos) overlap ??= await overlapIn(page, episode);
  // Which short reactions fit into two minutes is chance: then more of them are made.
  for (let more = 0; !overlap && more < MOST_MADE; more++) {
    await become(page, 'signed in');
    await product.makeAtMost(SAMPLE_MINUTES);
    const order = await placeOrder(page, { topic: TALKATIVE, tone: 'Energetic' });
    overlap = await overlapIn(page, await finished(page, await pay(page, order)));
  }
  if (!overlap) throw new Error('no line of the demos lies over another');
  const { episode, index, at } = overlap;

  await page.goto(episode.listenUrl);
  // The document's own first lines cannot be pressed yet.
  await expect(page.getByRole('slider')).toBeVisible();
  const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
  const marked = () =>
    lines.evaluateAll((items) =>
      items.flatMap((item, at) => (item.getAttribute('aria-current') === 'true' ? [at] : [])),
    );
  await lines.nth(index).getByRole('button').click();
  await page.keyboard.press('k');
  await page.evaluate((time) => {
    const audio = document.querySelector('audio');
    if (audio) audio.currentTime = time;
  }, at);
  await expect.poll(marked).toEqual([index - 1, index]);

  const subtitles = await page.request.get(mediaOf(episode, 'transcript.vtt'));
  const shown = [...(await subtitles.text()).matchAll(/(\S+) --> (\S+)/g)].filter(
    ([, from, to]) => secondsAt(from) <= at && at < secondsAt(to),
  );
  expect(shown).toHaveLength(2);
});

/** With many short reactions, of which a fast tone lays every one over the line before. */
const TALKATIVE = 'Why we yawn when others do';
const MOST_MADE = 3;

/** A line that begins before the one in front of it has ended, and a time in both, s. */
interface Overlap {
  episode: Podcast;
  index: number;
  at: number;
}

async function overlapIn(page: Page, episode: Podcast): Promise<Overlap | undefined> {
  const reply = await page.request.get(mediaOf(episode, 'transcript.json'));
  const { segments } = (await reply.json()) as Transcript;
  const index = segments.findIndex(
    ({ startTime }, at) => startTime < (segments[at - 1]?.endTime ?? 0),
  );
  const [before, line] = [segments[index - 1], segments[index]];
  return before && line && { episode, index, at: (line.startTime + before.endTime) / 2 };
}

const secondsAt = (stamp = '') =>
  stamp.split(':').reduce((seconds, part) => 60 * seconds + Number(part), 0);

const mediaOf = ({ listenUrl }: Podcast, file: string) =>
  `/media/${new URLSearchParams(listenUrl.split('?')[1]).get('episode')}/${file}`;
