import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { pages, preview, type titles } from '#shared/pages.ts';
import { collectErrors } from './audit.ts';
import { test } from './fixtures.ts';

type Path = keyof typeof titles;

async function readHead(request: APIRequestContext, path: string) {
  const reply = await request.get(path, { headers: { accept: 'text/html' } });
  const html = await reply.text();
  const find = (pattern: RegExp) => html.match(pattern)?.[1] ?? null;
  return {
    status: reply.status(),
    title: find(/<title>(.*?)<\/title>/),
    description: find(/<meta name="description" content="(.*?)"/),
    canonical: find(/<link rel="canonical" href="(.*?)"/),
    picture: find(/<meta property="og:image" content="(.*?)"/),
  };
}

function sizeOf(page: Page, address: string): Promise<string> {
  return page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, address);
}

test('no two pages have the same head, and the indexed ones have their own canonical URL', async ({
  request,
  baseURL,
}) => {
  const paths = Object.keys(pages) as Path[];
  const heads = await Promise.all(paths.map((path) => readHead(request, path)));
  expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
  const addresses = paths.map((path) => (pages[path].indexed ? `${baseURL}${path}` : null));
  expect(heads.map(({ canonical }) => canonical)).toEqual(addresses);
});

test('the app can be installed: its icons match its manifest', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/');
  const link = page.locator('link[rel=manifest]');
  const manifest = await (await page.request.get(String(await link.getAttribute('href')))).json();
  expect(manifest.icons.length).toBeGreaterThanOrEqual(3);
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(page, src)).toBe(sizes);
  expect(await sizeOf(page, '/apple-touch-icon.png')).toBe('180x180');
  expect(await sizeOf(page, '/favicon.ico')).toBe('32x32');
  for (const { url } of [{ url: manifest.start_url }, ...manifest.shortcuts]) {
    expect((await page.request.get(url)).status()).toBe(200);
  }
  const session = await page.context().newCDPSession(page);
  const opinion = await session.send('Page.getAppManifest');
  expect(opinion.errors).toEqual([]);
  expect(opinion.url).toContain('/manifest.webmanifest');
  expect(errors).toEqual([]);
});

test('a shared link shows a picture of the size it states', async ({ page }) => {
  const { picture } = await readHead(page.request, '/');
  await page.goto('/');
  expect(await sizeOf(page, String(picture))).toBe(`${preview.width}x${preview.height}`);
});

test('the sitemap lists only pages that exist and may be indexed', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  const map = await (await request.get(robots.match(/Sitemap: (.*)/)?.[1] ?? '')).text();
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => String(url));
  expect(listed.length).toBeGreaterThan(5);
  for (const url of listed) {
    expect(await readHead(request, url)).toMatchObject({ status: 200, canonical: url });
  }
});
