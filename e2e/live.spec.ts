import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, devices, expect, type Page } from '@playwright/test';
import { audit } from './audit.ts';
import { test } from './fixtures.ts';
import { finished, pay, placeOrder, readEpisode } from './orders.ts';
import { become, newEmail } from './signIn.ts';
import { emailsTo, setFaults } from './standins.ts';

// Short, but with slow speech, so that production can be watched.
test.use({ minutes: 2 });
const SLOW_SPEECH = { elevenlabs: { latency: 4000 } };

const secondsOf = async (page: Page) =>
  Number(await page.getByRole('slider').first().getAttribute('aria-valuenow'));

async function otherDevice(browser: Browser, page: Page) {
  const context = await browser.newContext(devices['Pixel 7']);
  await context.addCookies(await page.context().cookies());
  return context;
}

test('an owner watches an episode being made, listens before it is finished, comes back, and continues on another device', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  await become(page, 'signed in');
  const order = await placeOrder(page);
  await setFaults(SLOW_SPEECH);
  const publicId = await pay(page, order);
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/podcasts/${publicId}`)) reads.push(request.url());
  });
  await page.goto(`/success?order=${order.id}`);

  await test.step('the page follows each line without reloading', async () => {
    const tape = page.getByRole('progressbar', { name: 'Minutes on tape' });
    const spoken = async () => Number(await tape.getAttribute('aria-valuenow'));
    await expect.poll(spoken, { timeout: 120_000 }).toBeGreaterThan(0);
    await expect(page.getByText('Close this tab', { exact: false })).toBeVisible();
  });

  await test.step('another device shows the same', async () => {
    const context = await otherDevice(browser, page);
    const other = await context.newPage();
    await other.goto(`/success?order=${order.id}`);
    await expect(
      other.getByRole('progressbar', { name: 'Minutes on tape' }).or(other.getByText('Off air')),
    ).toBeVisible({ timeout: 30_000 });
    await context.close();
  });

  const transcript = page.getByRole('list', { name: 'Transcript' });
  const lines = transcript.getByRole('listitem');

  await test.step('its play button leads to the transcript, which grows as they talk', async () => {
    await page.getByRole('link', { name: /^Play the/ }).click({ timeout: 60_000 });
    await expect(page).toHaveURL(/\/listen\?episode=/);
    await expect(page.getByText('Recording the next line')).toBeVisible();
    await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(1);
    await expect(transcript.locator('[aria-current]').first()).toBeInViewport();
    const known = await lines.count();
    await expect.poll(() => lines.count(), { timeout: 60_000 }).toBeGreaterThan(known);
    await audit(page);
  });

  await test.step('the finished episode takes over: the sound goes on, and no line goes away', async () => {
    await page.evaluate(() => {
      const seen = { silent: false, lines: 0, lost: 0 };
      Object.assign(window, { seen });
      const look = () => {
        seen.silent ||= document.querySelector('main [aria-label=Pause]') === null;
        const { length } = document.querySelectorAll('ol[aria-label=Transcript] > li');
        seen.lost = Math.max(seen.lost, seen.lines - length);
        seen.lines = Math.max(seen.lines, length);
        requestAnimationFrame(look);
      };
      look();
    });
    await setFaults({});
    await expect(page.getByText('On air').first()).toBeHidden({ timeout: 240_000 });
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
    const seen = await page.evaluate(() => Reflect.get(window, 'seen'));
    expect(seen).toMatchObject({ silent: false, lost: 0 });
    expect(seen.lines).toBeGreaterThan(8);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const before = await secondsOf(page);
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll('audio')].some(
            ({ src, readyState }) => src.endsWith('/episode.mp3') && readyState > 0,
          ),
        ),
      )
      .toBe(true);
    expect(Math.abs((await secondsOf(page)) - before)).toBeLessThanOrEqual(1);
    expect(reads.length).toBeLessThan(40);
  });

  await test.step('position and speed are restored, on this device and the next', async () => {
    await lines.nth(8).getByRole('button').first().click();
    const sought = await secondsOf(page);
    expect(sought).toBeGreaterThan(10);
    await page.getByRole('button', { name: /^Speed/ }).click();
    await page.getByRole('dialog').getByText('1.5×', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.goto(`/listen?episode=${publicId}`);
    await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(sought);
    await expect(page.getByRole('button', { name: 'Speed, 1.5×' })).toBeVisible();

    const context = await otherDevice(browser, page);
    const other = await context.newPage();
    await other.goto(`/listen?episode=${publicId}`);
    await expect.poll(() => secondsOf(other), { timeout: 20_000 }).toBeGreaterThanOrEqual(sought);
    await context.close();
  });

  await test.step('a new link invalidates the old one', async () => {
    const old = (await readEpisode(page, publicId)).listenUrl;
    const stranger = await browser.newContext();
    const guest = await stranger.newPage();
    await guest.goto(old);
    await expect(guest.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Replace the link' }).click();
    await expect(page.getByText('the old one stops working', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await expect(page).not.toHaveURL(new RegExp(publicId));
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await guest.reload();
    await expect(guest.getByText('There’s no episode at this link')).toBeVisible();
    await guest.goto((await readEpisode(page, publicId)).listenUrl);
    await expect(guest.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await stranger.close();
  });
});

test('a buyer who loses the network and closes the tab still finds the episode, here and on another device', {
  tag: '@full',
}, async ({ page, browser }) => {
  await become(page, 'signed in');
  const order = await placeOrder(page);
  await setFaults(SLOW_SPEECH);
  const address = `/success?order=${order.id}`;
  const tab = await page.context().newPage();
  const making = tab.getByRole('progressbar', { name: 'Minutes on tape' });
  const ready = tab.getByText('Off air');
  let publicId = '';

  await test.step('the network is lost before the payment is known', async () => {
    await tab.goto(address);
    await expect(tab.getByText('Confirming your payment').first()).toBeVisible();
    await page.context().setOffline(true);
    publicId = await pay(page, order);
    await page.context().setOffline(false);
    await expect(making).toBeVisible({ timeout: 30_000 });
  });

  await test.step('it is lost while the episode is made, and the page keeps its state', async () => {
    await page.context().setOffline(true);
    const { linesSpoken } = (await readEpisode(page, publicId)).progress;
    await expect
      .poll(async () => (await readEpisode(page, publicId)).progress.linesSpoken, {
        timeout: 120_000,
      })
      .toBeGreaterThan(linesSpoken + 1);
    await expect(making).toBeVisible();
    await expect(tab.getByRole('alert')).toHaveCount(0);
    await page.context().setOffline(false);
    const shown = async () => Number((await making.getAttribute('aria-valuenow')) ?? 0);
    const { secondsSpoken } = (await readEpisode(page, publicId)).progress;
    await expect(async () => {
      expect((await ready.isVisible()) || (await shown()) >= Math.floor(secondsSpoken)).toBe(true);
    }).toPass({ timeout: 30_000 });
  });

  await test.step('the tab is closed, as the page says it may be', async () => {
    await expect(tab.getByText('Close this tab', { exact: false }).or(ready)).toBeVisible();
    await tab.close();
    await setFaults({});
    await finished(page, publicId);
  });

  await test.step('the buyer finds it later, here and on another device', async () => {
    await page.goto(address);
    await expect(page.getByText('Off air')).toBeVisible();
    const context = await otherDevice(browser, page);
    const other = await context.newPage();
    await other.goto(address);
    await expect(other.getByText('Off air')).toBeVisible();
    await context.close();
  });

  await test.step('the email can be sent again, to another address', async () => {
    const email = newEmail('again');
    await page.getByRole('button', { name: 'No email? Send it again' }).click();
    const sheet = page.getByRole('dialog', { name: 'No email yet?' });
    await audit(page);
    await sheet.getByLabel('Email goes to').fill(email);
    await sheet.getByRole('button', { name: 'Send the email again' }).click();
    await expect(async () => {
      const got = await emailsTo(email);
      expect(got.map(({ subject }) => subject)).toEqual([expect.stringMatching(/is ready/)]);
    }).toPass({ timeout: 60_000 });
  });
});

test('the small player plays on another site, where the page itself refuses to be framed', {
  tag: '@full',
}, async ({ page, product, demos: [{ episode }] }) => {
  const link = new URL(episode.listenUrl, product.url).href;
  const frame = (query: string) =>
    `<iframe title="${query}" src="${link}${query}" width="360" height="240"></iframe>`;
  const site = createServer((_req, res) =>
    res.setHeader('content-type', 'text/html').end(frame('&embed=1') + frame('')),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const small = page.frameLocator('iframe').first();
    await small.getByRole('button', { name: /^Play/ }).click();
    const place = small.getByRole('slider', { name: 'Place in the episode' });
    await expect
      .poll(async () => Number(await place.getAttribute('aria-valuenow')), { timeout: 30_000 })
      .toBeGreaterThan(0);
    await expect(small.getByRole('link')).toHaveAttribute('target', '_blank');
    await expect(small.getByRole('navigation')).toHaveCount(0);
    const whole = page.frameLocator('iframe').nth(1);
    await expect(whole.getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
  } finally {
    site.close();
    site.closeAllConnections();
  }
});
