import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test, vi } from 'vitest';
import { colours } from '#shared/brand.ts';
import { EMAIL_MARK } from '#shared/emailMark.ts';
import { files } from './files.ts';

// Rendering is slow while other tests run.
vi.setConfig({ testTimeout: 60_000 });

type Picture = { width: number; height: number; pixels: Buffer };

async function make(address: string): Promise<Buffer> {
  const file = await files[address]?.();
  if (file === undefined) throw new Error(`${address} is not made`);
  return Buffer.from(file);
}

/** Decodes a PNG's size (ISO/IEC 15948, "IHDR") and its RGBA pixels. */
function decode(png: Buffer): Picture {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${source}"/></svg>`;
  return { width, height, pixels: Buffer.from(new Resvg(svg).render().pixels) };
}

const rgba = (colour: string) => [...Buffer.from(colour.slice(1), 'hex'), 255];

function at({ width, pixels }: Picture, x: number, y: number): number[] {
  return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

/** Pixels that differ from the background. */
function drawn({ width, pixels }: Picture): { x: number; y: number }[] {
  const night = Buffer.from(rgba(colours.ground[0])).readUInt32BE();
  const found: { x: number; y: number }[] = [];
  for (let i = 0; i < pixels.length / 4; i++) {
    if (pixels.readUInt32BE(4 * i) !== night) {
      found.push({ x: i % width, y: Math.floor(i / width) });
    }
  }
  return found;
}

function count(picture: Picture, colour: string): number {
  const wanted = Buffer.from(rgba(colour)).readUInt32BE();
  let found = 0;
  for (let i = 0; i < picture.pixels.length; i += 4) {
    if (picture.pixels.readUInt32BE(i) === wanted) found++;
  }
  return found;
}

describe('icons', () => {
  test.each([
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
    ['/apple-touch-icon.png', 180],
  ])('%s is %i pixels wide and shows both hosts and their lens', async (address, side) => {
    const icon = decode(await make(address));
    expect([icon.width, icon.height]).toEqual([side, side]);
    const middle = side / 2;
    expect(at(icon, middle, middle)).toEqual(rgba(colours.lens[0]));
    expect(at(icon, Math.round(side * 0.3), middle)).toEqual(rgba(colours['a-fill'][0]));
    expect(at(icon, Math.round(side * 0.7), middle)).toEqual(rgba(colours['b-fill'][0]));
  });

  test('an icon has a margin of 14 % on each side of the mark', async () => {
    const xs = drawn(decode(await make('/apple-touch-icon.png'))).map(({ x }) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs) + 1];
    expect(Math.abs(left - 0.14 * 180)).toBeLessThan(1.5);
    expect(Math.abs(right - 0.86 * 180)).toBeLessThan(1.5);
  });

  test('an icon has square corners where the system rounds them, else round ones', async () => {
    for (const address of ['/apple-touch-icon.png', '/icon-maskable-512.png']) {
      expect(at(decode(await make(address)), 0, 0)).toEqual(rgba(colours.ground[0]));
    }
    expect(at(decode(await make('/icon-512.png')), 0, 0)[3]).toBe(0);
  });

  test('the maskable icon keeps the mark inside the circle that no mask cuts', async () => {
    const far = drawn(decode(await make('/icon-maskable-512.png')))
      .map(({ x, y }) => Math.hypot(x + 0.5 - 256, y + 0.5 - 256))
      .reduce((a, b) => Math.max(a, b));
    expect(far).toBeLessThan(0.4 * 512);
    expect(far).toBeGreaterThan(0.3 * 512);
  });

  test('favicon.ico is 32 pixels wide', async () => {
    const ico = await make('/favicon.ico');
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    const png = ico.subarray(ico.readUInt32LE(18));
    expect(png.length).toBe(ico.readUInt32LE(14));
    expect(decode(png).width).toBe(32);
  });
});

test('the link preview is 1200 x 630 and shows headline, both hosts and their overlap', async () => {
  const png = await make('/og.png');
  const picture = decode(png);
  expect([picture.width, picture.height]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(300_000);
  expect(count(picture, colours.da[0])).toBeGreaterThan(80_000);
  expect(count(picture, colours.db[0])).toBeGreaterThan(80_000);
  expect(count(picture, colours.meet[0])).toBeGreaterThan(5_000);
  // The product's name.
  expect(count(picture, colours.ink[0])).toBeGreaterThan(1_500);
});

test('the emails’ mark shows hosts, lens and name on a ground of its own with round corners', async () => {
  const png = await make(EMAIL_MARK.path);
  const picture = decode(png);
  const { width, height, margin } = EMAIL_MARK;
  expect([picture.width, picture.height]).toEqual([width, height]);
  expect(png.length).toBeLessThan(10_000);
  expect(at(picture, 0, 0)[3]).toBe(0);
  for (const colour of ['a-fill', 'b-fill', 'lens', 'ink'] as const) {
    expect(count(picture, colours[colour][0]), colour).toBeGreaterThan(300);
  }
  const onNight = drawn(picture).filter(({ y }) => y > height / 3 && y < (2 * height) / 3);
  const xs = onNight.map(({ x }) => x);
  expect(Math.abs(Math.min(...xs) - margin)).toBeLessThan(3);
  expect(Math.abs(Math.max(...xs) - (width - margin))).toBeLessThan(3);
});

describe('manifest', () => {
  test('the manifest installs an app that opens the create page', async () => {
    const manifest = JSON.parse((await make('/manifest.webmanifest')).toString());
    expect(manifest).toMatchObject({
      name: 'Duologue: Curiosity on Demand',
      short_name: 'Duologue',
      start_url: '/create',
      display: 'standalone',
      theme_color: colours.ground[0],
    });
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
      '/create',
      '/dashboard',
    ]);
  });

  test('the manifest names existing icons with their real size', async () => {
    const { icons } = JSON.parse((await make('/manifest.webmanifest')).toString());
    for (const { src, sizes } of icons) {
      const { width, height } = decode(await make(src));
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  });
});
