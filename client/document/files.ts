import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import { EMAIL_MARK } from '../../shared/emailMark.ts';
import { preview } from '../../shared/pages.ts';
import { drawEmailMark } from './emailMark.ts';
import { withGlyphs } from './glyphs.ts';
import { manifest } from './manifest.ts';
import { maskable, square, tile } from './mark.ts';
import { drawPreview } from './preview.ts';

/** Files beside the document, by path. Every build generates them from the brand's tokens. */
export const files: Record<string, () => Promise<string | Buffer>> = {
  '/favicon.svg': async () => tile(),
  '/favicon.ico': async () => toIco(render(tile(), 32), 32),
  '/icon-192.png': async () => render(tile(), 192),
  '/icon-512.png': async () => render(tile(), 512),
  '/icon-maskable-512.png': async () => render(maskable(), 512),
  // Cover of the private feed; Apple requires at least 1400 pixels.
  '/podcast-1400.png': async () => render(square(), 1400),
  '/apple-touch-icon.png': async () => render(square(), 180),
  [preview.path]: () => renderLettered(drawPreview),
  [EMAIL_MARK.path]: () => renderLettered(drawEmailMark),
  '/manifest.webmanifest': async () => manifest(),
};

function renderLettered(draw: (options: ResvgRenderOptions) => string): Promise<Buffer> {
  return withGlyphs((options) => new Resvg(draw(options), options).render().asPng());
}

function render(svg: string, side: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: side } }).render().asPng();
}

/** A directory of one entry, then the PNG (Microsoft, "ICONDIR", since Windows Vista). */
function toIco(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
