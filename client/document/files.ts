import { Resvg } from '@resvg/resvg-js';
import { preview } from '../../shared/pages.ts';
import { withGlyphs } from './letters.ts';
import { manifest } from './manifest.ts';
import { maskable, square, tile } from './mark.ts';
import { drawPreview } from './preview.ts';

/** What stands around the document, by address: made from the brand's tokens whenever it is built. */
export const files: Record<string, () => Promise<string | Buffer>> = {
  '/favicon.svg': async () => tile(),
  '/favicon.ico': async () => toIco(render(tile(), 32), 32),
  '/icon-192.png': async () => render(tile(), 192),
  '/icon-512.png': async () => render(tile(), 512),
  '/icon-maskable-512.png': async () => render(maskable(), 512),
  // What a podcast app shows for the private feed; Apple asks for 1400 pixels at least.
  '/podcast-1400.png': async () => render(square(), 1400),
  '/apple-touch-icon.png': async () => render(square(), 180),
  [preview.path]: () =>
    withGlyphs((options) => new Resvg(drawPreview(options), options).render().asPng()),
  '/manifest.webmanifest': async () => manifest(),
};

/** A square picture as PNG, `side` pixels wide. */
function render(svg: string, side: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: side } }).render().asPng();
}

/**
 * A PNG as the one picture of an ICO file, for those who ask for `/favicon.ico` unbidden: a
 * directory of one entry, then the PNG as it is (Microsoft, "ICONDIR", since Windows Vista).
 */
function toIco(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // colour plane
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
