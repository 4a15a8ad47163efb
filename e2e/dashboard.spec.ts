import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { audit, collectErrors, drainErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { finished, pay, placeOrder } from './orders.ts';
import { newEmail, PASSWORD, register } from './signIn.ts';
import { emailsTo } from './standins.ts';

/** Found by selector: an open panel hides the region from the accessibility tree. */
const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true });

type Segment = { startTime: number; endTime: number; body: string; speaker: string };

/** Runs in the page, to use the browser's own parser. */
function parseVtt(vtt: string) {
  const track = document.createElement('track');
  const loaded = Promise.withResolvers<void>();
  track.onload = () => loaded.resolve();
  track.onerror = () => loaded.reject(new Error('the browser rejects it'));
  track.src = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
  const video = document.createElement('video');
  video.append(track);
  document.body.append(video);
  track.track.mode = 'showing';
  return loaded.promise.then(() =>
    [...(track.track.cues ?? [])].map((cue) => {
      const shown = (cue as VTTCue).getCueAsHTML();
      return {
        start: cue.startTime.toFixed(3),
        end: cue.endTime.toFixed(3),
        body: shown.textContent,
        speaker: shown.querySelector('span')?.title,
      };
    }),
  );
}

test('a listener renames an episode, exports the feed and the data, deletes the episode and the account', async ({
  page,
}) => {
  const errors = collectErrors(page);
  const email = newEmail('shelf');
  await register(page, email);
  // A separate episode, because this test deletes it.
  const paid = await pay(page, await placeOrder(page, { email }));
  const { publicId, title } = await finished(page, paid);
  const menu = page.getByRole('dialog', { name: title });
  const renamed = page.getByRole('dialog', { name: 'How bees vote' });
  const panel = page.getByRole('dialog', { name: 'Your account' });
  let feed = '';
  let enclosure = '';
  let lines = 0;

  await test.step('reads its receipt, and Paddle’s invoice in a new tab', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: `More: ${title}` }).click();
    await page.getByRole('link', { name: 'Receipt' }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt' });
    await expect(receipt.getByText('Total', { exact: true }).locator('..')).toContainText('$3.99');
    await audit(page);
    const tab = page.waitForEvent('popup');
    await receipt.getByRole('link', { name: 'Open Paddle’s invoice' }).click();
    const invoice = await tab;
    await expect(invoice.getByRole('row', { name: /^Total paid/ })).toContainText('$3.99');
    expect(await invoice.evaluate(() => window.opener)).toBeNull();
    await invoice.close();
    await page.goBack();
    await expect(receipt).toBeHidden();
  });

  await test.step('renames it', async () => {
    await page.getByRole('button', { name: `More: ${title}` }).click();
    await audit(page);
    await menu.getByRole('button', { name: 'Rename' }).click();
    await audit(page);
    await page.getByLabel('Title').fill('How bees vote');
    await page.getByRole('button', { name: 'Save title' }).click();
    await expect(toasts(page)).toContainText('Renamed');
    await expect(renamed.getByRole('button', { name: 'Rename' })).toBeFocused();
    await page.keyboard.press('Escape');
    const more = page.getByRole('button', { name: 'More: How bees vote' });
    await expect(more).toBeFocused();
  });

  await test.step('finds the feed, and an app can play its enclosure', async () => {
    await page.getByRole('link', { name: 'Listen in your podcast app' }).click();
    const sheet = page.getByRole('dialog', { name: 'Listen in your podcast app' });
    await expect(sheet.getByRole('link', { name: 'Overcast' })).toBeVisible();
    await audit(page);
    feed = await sheet.getByText('/feeds/').innerText();
    const rss = await (await fetch(feed)).text();
    expect(rss).toContain('<title>How bees vote</title>');
    const [, url = '', length = ''] = /enclosure url="([^"]+)" length="(\d+)"/.exec(rss) ?? [];
    enclosure = url;
    const head = await fetch(enclosure, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(length);
    const part = await fetch(enclosure, { headers: { range: 'bytes=0-99' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
  });

  await test.step('the browser’s own parser accepts the transcript', async () => {
    const transcript = await fetch(new URL('../transcript.json', enclosure));
    const { segments } = (await transcript.json()) as { segments: Segment[] };
    lines = segments.length;
    expect(lines).toBeGreaterThan(5);
    const vtt = await (await fetch(new URL('../transcript.vtt', enclosure))).text();
    const blank = await page.context().newPage();
    const cues = await blank.evaluate(parseVtt, vtt);
    await blank.close();
    expect(cues).toEqual(
      segments.map(({ startTime, endTime, body, speaker }) => ({
        start: startTime.toFixed(3),
        end: endTime.toFixed(3),
        body,
        speaker,
      })),
    );
  });

  await test.step('changes the feed’s address in the account panel', async () => {
    await page.goto('/dashboard?panel=account');
    await panel.getByRole('button', { name: /^Private feed/ }).click();
    const step = page.getByRole('dialog', { name: 'Your private feed' });
    await expect(step.getByText(feed)).toBeVisible();
    await step.getByRole('button', { name: 'Change the address' }).click();
    await audit(page);
    await step.getByRole('button', { name: 'Change it now' }).click();
    await expect(step.getByText(feed)).toBeHidden();
    expect((await fetch(feed)).status).toBe(410);
    expect((await fetch(enclosure)).status).toBe(410);
    feed = await step.getByText('/feeds/').innerText();
    expect((await fetch(feed)).status).toBe(200);
    await step.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('exports the data', async () => {
    const saving = page.waitForEvent('download');
    await panel.getByRole('link', { name: /^Download my data/ }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('duologue-data.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(data.account.email).toBe(email);
    expect(data.episodes[0]).toMatchObject({ publicId, title: 'How bees vote' });
    // Lines that were left out for length have no start, but are exported too.
    const spoken = data.episodes[0].transcript.filter(
      ({ startSeconds }: { startSeconds: number | null }) => startSeconds !== null,
    );
    expect(spoken).toHaveLength(lines);
  });

  await test.step('deletes the episode, which is removed everywhere, even from the bucket', async () => {
    await page.goto('/dashboard');
    const media = new URL(`/media/${publicId}/episode.mp3`, page.url()).href;
    expect((await fetch(media)).status).toBe(404);
    const ownerAsks = (url: string) => page.request.get(url, { maxRedirects: 0 });
    const stored = (await ownerAsks(media)).headers().location ?? '';
    expect((await fetch(stored)).status).toBe(200);
    const link = `/listen?episode=${publicId}`;
    await page.getByRole('button', { name: 'More: How bees vote' }).click();
    await renamed.getByRole('button', { name: 'Delete' }).click();
    await audit(page);
    await page.getByRole('button', { name: 'Delete it for good' }).click();
    await expect(toasts(page)).toContainText('Your episode is deleted');
    await expect(page.getByRole('heading', { name: 'Nothing on the shelf yet' })).toBeFocused();
    await expect(page.getByText('Receipts without an episode')).toBeVisible();
    expect((await fetch(stored)).status).toBe(404);
    expect((await ownerAsks(media)).status()).toBe(404);
    for (const name of ['cover.jpg', 'transcript.json', 'transcript.vtt', 'chapters.json']) {
      expect((await ownerAsks(new URL(name, media).href)).status(), name).toBe(404);
    }
    expect(await (await fetch(feed)).text()).not.toContain(publicId);
    expect(errors).toEqual([]);
    await page.goto(link);
    await expect(page.getByText('There’s no episode at this link')).toBeVisible();
    expect(drainErrors(errors, 404)).toEqual([]);
  });

  await test.step('deletes the account and is signed out', async () => {
    await page.goto('/dashboard?panel=account');
    await panel.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Your password, to continue').fill(PASSWORD);
    await audit(page);
    await page.getByRole('button', { name: 'Delete my account for good' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(toasts(page)).toContainText('Your account is deleted');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/auth\?next=/);
    expect((await fetch(feed)).status).toBe(410);
    const subjects = async () => (await emailsTo(email)).map(({ subject }) => subject);
    const last = 'Your Duologue account is deleted';
    await expect.poll(subjects, { timeout: 30_000 }).toContain(last);
  });

  expect(errors).toEqual([]);
});
