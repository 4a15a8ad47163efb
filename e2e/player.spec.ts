import { type Browser, devices, expect, type Locator, type Page } from '@playwright/test';
import { audit, collectErrors } from './audit.ts';
import { eachStep } from './eachStep.ts';
import { type PurchasedEpisode, test } from './fixtures.ts';
import { callApi } from './signIn.ts';

type Watched = { time: number; faults: string[] };

/** Watches what plays: it must never pause, go back or move to another element. */
const watchSound = (page: Page) =>
  page.evaluate(() => {
    const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
    if (!audio) throw new Error('nothing plays');
    const watched = { audio, time: audio.currentTime, faults: [] as string[] };
    Object.assign(window, { watched });
    for (const name of ['pause', 'emptied', 'error']) {
      document.addEventListener(name, () => watched.faults.push(name), true);
    }
    const look = ({ target }: Event) => {
      if (target !== audio) watched.faults.push('another element');
      if (audio.currentTime < watched.time) watched.faults.push('went back');
      watched.time = audio.currentTime;
    };
    document.addEventListener('timeupdate', look, true);
  });

const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const { audio, time, faults } = Reflect.get(window, 'watched');
    return { time, faults: audio.paused ? [...faults, 'is paused'] : faults };
  });

async function expectItGoesOn(page: Page): Promise<void> {
  const { time } = await watched(page);
  await expect.poll(async () => (await watched(page)).time).toBeGreaterThan(time + 0.3);
  expect((await watched(page)).faults).toEqual([]);
}

const secondsOf = (page: Page) =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? -1);

const deckOf = (page: Page) => page.getByRole('region', { name: 'Now playing' });
const panelOf = (page: Page) => page.getByRole('region', { name: 'Player', exact: true });

const follow = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: label }).click();

async function secondDevice(browser: Browser, page: Page) {
  const context = await browser.newContext(devices['Pixel 7']);
  await context.addCookies(await page.context().cookies());
  return context;
}

/** Scrolls to the end and returns the pixels between the page's last element and the deck. */
const endOfPage = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const deck = document.querySelector('[aria-label="Now playing"]');
    const last = document.querySelector('footer');
    return (deck?.getBoundingClientRect().top ?? 0) - (last?.getBoundingClientRect().bottom ?? 0);
  });

/** Signs in as the owner of the demos and resets the position in this one. */
async function own(page: Page, { owner, episode }: PurchasedEpisode): Promise<void> {
  await page.context().addCookies(owner);
  const path = `/api/podcasts/${episode.publicId}/position`;
  await callApi(page, 'PUT', path, { seconds: 0, ended: false });
}

test('what plays on the shelf goes on through the shop and back, and is left and found again on any device', async ({
  page,
  browser,
  demos: [demo],
}) => {
  const errors = collectErrors(page);
  await own(page, demo);
  const { title, publicId } = demo.episode;
  const play = page.getByRole('button', { name: `Play ${title}` });
  await page.goto('/dashboard');
  await expect(deckOf(page)).toBeHidden();
  await play.click();
  await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(0.5);
  await expect(deckOf(page)).toContainText(title);
  await watchSound(page);

  await test.step('links lead through the shop', async () => {
    await audit(page);
    await follow(page, 'Pricing');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectItGoesOn(page);
    // The browser scrolls by whole pixels.
    expect(await endOfPage(page)).toBeGreaterThan(-1);
    await follow(page, 'Create');
    await expect(page.getByLabel('What are we talking about?')).toBeVisible();
    await page.getByLabel('What are we talking about?').fill('kkk lll');
    await expectItGoesOn(page);
    await audit(page);
  });

  await test.step('the main button of a page stands above the deck', async () => {
    const button = page.getByRole('button', { name: /^Continue/ });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    const deck = await deckOf(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(deck?.y ?? 0);
  });

  await test.step('the deck opens the page of what plays, which has the full player', async () => {
    await deckOf(page).getByRole('link').click();
    await expect(page).toHaveURL(/\/listen\?episode=/);
    await expect(panelOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(deckOf(page)).toBeHidden();
    await expectItGoesOn(page);
  });

  await test.step('and Back leads home', async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/create/);
    await expect(deckOf(page)).toBeVisible();
    await expectItGoesOn(page);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByRole('button', { name: `Pause ${title}` })).toBeVisible();
    await expectItGoesOn(page);
    await page.goForward();
    await expect(page).toHaveURL(/\/pricing/);
    await expectItGoesOn(page);
    await page.goBack();
  });

  let place = 0;
  await test.step('pausing keeps the place, here and after a reload', async () => {
    await page.evaluate(() => {
      const audio = document.querySelector('audio');
      if (audio) audio.currentTime = 40;
    });
    await expect.poll(() => secondsOf(page)).toBeGreaterThan(40.5);
    await deckOf(page).getByRole('button', { name: 'Pause the sound' }).click();
    place = await secondsOf(page);
    await page.reload();
    await play.click();
    await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(place - 1);
    expect(await secondsOf(page)).toBeLessThan(place + 20);
    await deckOf(page).getByRole('button', { name: 'Close the player' }).click();
    await expect(deckOf(page)).toBeHidden();
    expect(await secondsOf(page)).toBe(-1);
  });

  await test.step('the page of the episode opens at the place, also its transcript', async () => {
    await page.goto(`/listen?episode=${publicId}`);
    const slider = page.getByRole('slider', { name: 'Place in the episode' });
    const seconds = async () => Number(await slider.getAttribute('aria-valuenow'));
    await expect.poll(seconds).toBeGreaterThanOrEqual(Math.floor(place) - 1);
    const now = page.getByRole('listitem').and(page.locator('[aria-current=true]'));
    await expect(now.first()).toBeInViewport();
    await expect(page.getByRole('list', { name: 'Transcript' })).toBeVisible();
  });

  await test.step('a second device shows what is left and goes on from there', async () => {
    const context = await secondDevice(browser, page);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(other.getByText(/left$/).first()).toBeVisible();
    await other.getByRole('button', { name: `Play ${title}` }).click();
    await expect
      .poll(() => secondsOf(other), { timeout: 30_000 })
      .toBeGreaterThanOrEqual(place - 1);
    await context.close();
  });
  expect(errors).toEqual([]);
});

test('"Listen now" plays at once and never stops what plays', async ({ page, demos: [demo] }) => {
  await own(page, demo);
  const listen = page.getByRole('link', { name: 'Listen now' });
  await page.goto(`/success?order=${demo.order.id}`);
  await listen.click();
  await expect(page).toHaveURL(/\/listen\?episode=/);
  await expect(panelOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(0.5);
  await watchSound(page);
  await page.goBack();
  await expect(deckOf(page)).toBeVisible();
  await expectItGoesOn(page);
  await listen.click();
  await expect(page).toHaveURL(/\/listen\?episode=/);
  await expectItGoesOn(page);
});

test('the end is known everywhere: the shelf ticks the episode off, and it starts from the beginning', {
  tag: '@full',
}, async ({ page, browser, demos: [demo] }) => {
  await own(page, demo);
  const { title } = demo.episode;
  const tickIn = (page: Page) =>
    page.getByRole('listitem').filter({ hasText: title }).getByText('Played', { exact: true });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Play ${title}` }).click();
  await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(0.2);
  await expect(tickIn(page)).toBeHidden();
  const told = page.waitForRequest(
    (request) =>
      request.url().endsWith('/position') && request.postData()?.includes('true') === true,
  );
  await page.evaluate(() => {
    const audio = document.querySelector('audio');
    if (audio) audio.currentTime = audio.duration - 0.5;
  });
  await told;
  await expect(tickIn(page)).toBeVisible();

  const context = await secondDevice(browser, page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(tickIn(other)).toBeVisible();
  await other.getByRole('button', { name: `Play ${title}` }).click();
  await expect.poll(() => secondsOf(other), { timeout: 30_000 }).toBeGreaterThan(0.2);
  expect(await secondsOf(other)).toBeLessThan(20);
  await context.close();
});

test('a place left without a connection reaches the server when it is back', {
  tag: '@full',
}, async ({ page, demos: [demo] }) => {
  await own(page, demo);
  const { title, publicId } = demo.episode;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: `Play ${title}` }).click();
  await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(6);
  await page.context().setOffline(true);
  await deckOf(page).getByRole('button', { name: 'Pause the sound' }).click();
  const left = await secondsOf(page);
  const sent = page.waitForResponse(
    (response) => response.url().endsWith(`/api/podcasts/${publicId}/position`) && response.ok(),
  );
  await page.context().setOffline(false);
  const { seconds } = (await sent).request().postDataJSON();
  expect(Math.abs(seconds - left)).toBeLessThan(1);
});

test('every sheet, dialog and popover of the player passes axe, and gives the focus back', async ({
  page,
  isMobile,
  demos: [demo],
}) => {
  const errors = collectErrors(page);
  await own(page, demo);
  await page.goto(demo.episode.listenUrl);
  await expect(page.getByRole('slider')).toBeVisible();
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const openerNames: Record<string, RegExp> = {
    speed: /^Speed/,
    sleep: /^Sleep timer/,
    share: /^Share$/,
    menu: /^What else/,
    report: /^What else/,
    ...(isMobile ? { chapters: /Chapter \d+ of \d+$/ } : { shortcuts: /^Keyboard shortcuts/ }),
  };
  await eachStep(Object.keys(openerNames), async (name) => {
    const opener = button(openerNames[name] ?? '');
    const end = async (box: Locator) => {
      const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
      return Math.round(x + width);
    };
    // Measured now: while a sheet is open, what lies behind it has no role.
    const edge = await end(opener);
    await opener.click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toHaveCount(1);
    // The foot of the page has a button of that name too.
    if (name === 'report') await sheet.getByRole('button', { name: 'Report this episode' }).click();
    await expect(sheet).toHaveCount(1);
    const isPopover = !isMobile && (await sheet.getAttribute('data-placed')) !== null;
    if (isPopover) await expect.poll(() => end(sheet)).toBe(edge);
    await audit(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
  expect(errors).toEqual([]);
});

test('the panel of the line being spoken is cut off nowhere', async ({
  page,
  demos: [{ episode }],
}) => {
  await page.goto(episode.listenUrl);
  // The prerendered first lines cannot be pressed yet.
  await expect(page.getByRole('slider')).toBeVisible();
  await eachStep(['A', 'B'], async (side) => {
    await page.locator(`li[data-side=${side}]`).nth(2).getByRole('button').first().click();
    const line = page.locator(`li[data-side=${side}][aria-current=true]`);
    await expect(line).toBeVisible();
    expect(await line.evaluate(cutOff)).toEqual([]);
  });
});

/** Returns elements that clip the panel behind a line, or its shadow, before the screen's edge. */
function cutOff(line: Element): string[] {
  const SHADOW = 16;
  const { left, right } = (line.querySelector('span[aria-hidden]') ?? line).getBoundingClientRect();
  const found: string[] = [];
  for (let box = line.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === 'visible') continue;
    const edges = box.getBoundingClientRect();
    const reaches =
      edges.left <= Math.max(0, left - SHADOW) &&
      edges.right >= Math.min(document.documentElement.clientWidth, right + SHADOW);
    if (!reaches) found.push(box.className);
  }
  return found;
}
