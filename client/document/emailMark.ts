import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { brand, colours } from '../../shared/brand.ts';
import { EMAIL_MARK } from '../../shared/emailMark.ts';
import { FAMILY, measure } from './glyphs.ts';
import { drawMark } from './mark.ts';

const { width, height, margin } = EMAIL_MARK;
/** Height of the mark's box, px; of its 32 units, the drawn mark leaves 2 free on each side. */
const MARK = 52;
const GAP = 16;

/** On a dark background of its own: dark modes of mail clients recolour all but pictures. */
export function drawEmailMark(options: ResvgRenderOptions): string {
  const scale = MARK / 32;
  const x = margin - 2 * scale + 48 * scale + GAP;
  const ink = measure(brand.name, options);
  const size = (100 * (width - margin - x)) / ink.width;
  const capital = measure('D', options);
  const baseline = height / 2 - ((capital.y + capital.height / 2) * size) / 100;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" rx="20" fill="${colours.ground[0]}"/>`,
    `<g transform="translate(${margin - 2 * scale} ${(height - MARK) / 2}) scale(${scale})">${drawMark()}</g>`,
    `<text x="${x - (ink.x * size) / 100}" y="${baseline}" font-family="${FAMILY}" font-size="${size}" fill="${colours.ink[0]}">${brand.name}</text>`,
    '</svg>',
  ].join('');
}
