import { Resvg } from '@resvg/resvg-js';
import { preview } from '../../shared/pages.ts';
import { toIco } from './ico.ts';
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
