import { renderAsync } from '@resvg/resvg-js';
import { colours } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import { paintWave } from './paintWave.ts';

/** px in an email; the picture has twice as many. */
const SIZE = { width: 560, height: 80 };
const WAVE = { top: 10, height: 60 };
const RADIUS = 14;

/** Has transparent corners, to look the same on light and dark paper. `seed` is the cover's. */
export async function drawStrip(wave: EpisodeWave | null, seed: string): Promise<Buffer> {
  const { width, height } = SIZE;
  const frame = (inset: number) =>
    `x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${RADIUS - inset}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <clipPath id="well"><rect ${frame(0)}/></clipPath>
    <g clip-path="url(#well)">
      <rect width="${width}" height="${height}" fill="${colours.well[0]}"/>
      <rect y="${height / 2 - 0.75}" width="${width}" height="1.5" fill="${colours.rim[0]}" opacity=".55"/>
      <g transform="translate(0 ${WAVE.top})">${paintWave(wave, { seed, width, height: WAVE.height })}</g>
    </g>
    <rect ${frame(0.5)} fill="none" stroke="${colours.line[0]}"/>
  </svg>`;
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'width', value: 2 * width },
    font: { loadSystemFonts: false },
  });
  return picture.asPng();
}
