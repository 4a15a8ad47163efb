import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { EMAIL_MARK } from '#shared/emailMark.ts';
import { files } from '../client/document/files.ts';
import { everyEmail } from '../server/mail/email/fixtures.ts';
import { drawCover, drawStrip } from '../server/sound/mix/cover.ts';
import { findFfmpeg } from '../server/sound/mix/findFfmpeg.ts';
import { overflow, violations } from './audit.ts';
import { faintTexts, overlaps } from './emailPage.ts';

const screenshots = process.env.SCREENS
  ? path.resolve(import.meta.dirname, '..', process.env.SCREENS)
  : null;

/** From the narrowest phone to the reading pane of a mail client. */
const WIDTHS = [320, 360, 390, 414, 480, 600];
const PICTURED = [320, 390, 600];
const RULES = ['color-contrast', 'link-name', 'image-alt', 'document-title', 'html-has-lang'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every email is readable in the ${colorScheme} scheme at any width`, {
    tag: '@full',
  }, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme });
    await showPictures(context);
    const page = await context.newPage();
    for (const [name, { html }] of Object.entries(everyEmail)) {
      await page.setContent(html, { waitUntil: 'load' });
      expect(await missingPictures(page), name).toEqual([]);
      expect(await faintTexts(page), name).toEqual([]);
      expect(await violations(page, RULES), name).toEqual([]);
      await fitsEveryWidth(page, name, colorScheme);
    }
    await context.close();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every email holds without its pictures in the ${colorScheme} scheme`, {
    tag: '@full',
  }, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme });
    await context.route('**/*', (route) => route.abort());
    const page = await context.newPage();
    for (const [name, { html }] of Object.entries(everyEmail)) {
      await page.setContent(html, { waitUntil: 'load' });
      for (const picture of await page.getByRole('img').all()) {
        const { height = 0 } = (await picture.boundingBox()) ?? {};
        expect(height, name).toBeGreaterThan(12);
      }
      expect(await faintTexts(page), name).toEqual([]);
      await fitsEveryWidth(page, name, `${colorScheme}-without-pictures`);
    }
    await context.close();
  });
}

test('Outlook’s own dark mode gets the colours of our dark scheme', { tag: '@full' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: 'light' });
  await showPictures(context);
  const page = await context.newPage();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const [name, { html }] of Object.entries(everyEmail)) {
    await page.setContent(html);
    const before = await ground();
    await page.locator('html').evaluate((root) => {
      root.dataset.ogsc = '';
      root.dataset.ogsb = '';
    });
    expect(await ground(), name).not.toBe(before);
    expect(await faintTexts(page), name).toEqual([]);
  }
  await context.close();
});

async function fitsEveryWidth(page: Page, name: string, look: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const where = `${name} at ${width} px`;
    expect(await overflow(page), where).toBeLessThanOrEqual(0);
    expect(await overlaps(page), where).toEqual([]);
    if (!screenshots || !PICTURED.includes(width)) continue;
    const file = path.join(screenshots, `email-${name}-${width}-${look}.png`);
    await page.screenshot({ path: file, fullPage: true });
  }
}

async function showPictures(context: BrowserContext): Promise<void> {
  const { path: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null);
  const episode = { title: 'Why the sea glows at night', seed: 't', wave: null };
  const pictures = {
    'cover.jpg': await drawCover(ffmpeg, { ...episode, hosts: ['Brian', 'Lily'] }),
    'wave.png': await drawStrip(episode.wave, episode.seed),
    [EMAIL_MARK.path.slice(1)]: Buffer.from((await files[EMAIL_MARK.path]?.()) ?? ''),
  };
  for (const [name, body] of Object.entries(pictures)) {
    await context.route(`**/${name}`, (route) =>
      route.fulfill({ contentType: name.endsWith('.jpg') ? 'image/jpeg' : 'image/png', body }),
    );
  }
}

const missingPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images].filter(({ naturalWidth }) => !naturalWidth).map(({ src }) => src),
  );
