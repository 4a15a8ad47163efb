import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { drawCover } from '../server/audio/cover.ts';
import { findFfmpeg } from '../server/audio/find.ts';
import { everyEmail } from '../server/email/fixtures.ts';
import { overflow } from './audit.ts';
import { test } from './fixtures.ts';

/** Folder for the screenshots of `npm run screens`. */
const screenshots = process.env.SCREENS
  ? path.resolve(import.meta.dirname, '..', process.env.SCREENS)
  : null;

/** A phone and the reading pane of a mail client. */
const WIDTHS = [390, 600];
const RULES = ['color-contrast', 'link-name', 'image-alt', 'document-title', 'html-has-lang'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every email is readable in the ${colorScheme} scheme at any width`, async ({ browser }) => {
    const { path: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null);
    const episode = { title: 'Why the sea glows at night', seed: 't', wave: null };
    const cover = await drawCover(ffmpeg, { ...episode, hosts: ['Brian', 'Lily'] });
    const context = await browser.newContext({ colorScheme });
    await context.route('**/cover.jpg', (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: cover }),
    );
    const page = await context.newPage();
    for (const [name, { html }] of Object.entries(everyEmail)) {
      await page.setContent(html);
      await page.setViewportSize({ width: 320, height: 700 });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withRules(RULES)
        .analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      expect(found, name).toEqual([]);
      expect(await overflow(page), name).toBeLessThanOrEqual(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflow(page), name).toBeLessThanOrEqual(0);
        if (!screenshots) continue;
        const file = path.join(screenshots, `email-${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
    }
    await context.close();
  });
}
