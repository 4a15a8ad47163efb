import { type RenderedImage, Resvg, type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import escapeHtml from 'escape-html';
import { colours, mark } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import { drawWave, type WaveDrawing } from '#shared/wave.ts';
import { inScratch } from '../../base/kit/scratch.ts';
import type { CoverContents } from './audio.ts';
import { convert } from './convert.ts';
import { drawable, fitLine, LEADING, setText, type Width } from './lettering.ts';
import { FAMILY, fontOptions, loadTypeface } from './typeface.ts';

/** ms. */
const TIMEOUT = 60_000;

/** Leaves out a text that our typeface cannot show: missing letters would be boxes. */
export async function drawCover(
  ffmpeg: string,
  { title, hosts, seed, wave }: CoverContents,
): Promise<Buffer> {
  const typeface = await loadTypeface();
  const shown = (text: string) => drawable(text, typeface.characters);
  return inScratch(async (folder) => {
    const options = await fontOptions(typeface, folder);
    const width = ruler(options);
    const words = shown(title);
    const [first, second] = hosts;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">`,
      drawLamp(),
      words ? drawTitle(words, width) : drawMark(),
      `<g transform="translate(${-BLEED} ${WAVE.top})">${paintWave(wave, { seed, ...WAVE })}</g>`,
      drawHost(shown(first), 'a', width),
      drawHost(shown(second), 'b', width),
      '</svg>',
    ].join('');
    return toJpeg(ffmpeg, await renderAsync(svg, options));
  });
}

function ruler(options: ResvgRenderOptions): Width {
  return (text) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="${FAMILY}" font-size="100">${escapeHtml(text)}</text></svg>`;
    return (new Resvg(svg, options).getBBox()?.width ?? 0) / 100;
  };
}

/**
 * The picture must be opaque. It goes to ffmpeg as bare pixels, because a PNG in between would take
 * as long as all the rest. Full colour resolution keeps flat edges clean.
 */
function toJpeg(ffmpeg: string, { pixels, width, height }: RenderedImage): Promise<Buffer> {
  const size = `${width}x${height}`;
  const job = {
    inputOptions: ['-nostdin', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-video_size', size],
    outputOptions: ['-pix_fmt', 'yuvj444p', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2'],
  };
  return convert(ffmpeg, pixels, job, AbortSignal.timeout(TIMEOUT));
}

const SIDE = 1400;
const MARGIN = 84;
const LAMP = '#ff9e40';
const INNER = SIDE - 2 * MARGIN;
const TITLE = { width: INNER, height: 520 };
const BLEED = 70;
const WAVE = { top: 620, width: SIDE + 2 * BLEED, height: 580 };
const BASELINE = SIDE - MARGIN - 8;
const NAME = { size: 72, width: INNER / 2 - 110, indent: 82 };

/** Colours are mixed beforehand, because a transparent gradient shows bands. */
function drawLamp(): string {
  const transform = `translate(${SIDE / 2} ${-0.12 * SIDE}) scale(${1.2 * SIDE} ${0.6 * SIDE})`;
  return `<radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${transform}">
    <stop offset="0" stop-color="${mix(colours.ground[0], LAMP, 0.3)}"/>
    <stop offset=".9" stop-color="${colours.ground[0]}"/>
  </radialGradient>
  <rect width="${SIDE}" height="${SIDE}" fill="url(#lamp)"/>`;
}

function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(first, at) * (1 - share) + channel(second, at) * share),
  );
  return `rgb(${mixed.join(',')})`;
}

function drawTitle(title: string, width: Width): string {
  const { lines, size } = setText(title, TITLE, width);
  const style = { x: MARGIN, fill: colours.ink[0], 'font-size': size };
  return lines
    .map((line, i) => drawText(line, { ...style, y: MARGIN + size * (0.8 + i * LEADING) }))
    .join('');
}

function drawMark(): string {
  return `<g transform="translate(${SIDE / 2 - 312} ${MARGIN + 24}) scale(13)">
    <path fill="${colours['a-fill'][0]}" d="${mark.a}"/>
    <path fill="${colours['b-fill'][0]}" d="${mark.b}"/>
    <path fill="${colours.lens[0]}" d="${mark.lens}"/>
  </g>`;
}

const SIDES = {
  a: { edge: MARGIN, inwards: 1, anchor: 'start' },
  b: { edge: SIDE - MARGIN, inwards: -1, anchor: 'end' },
};

function drawHost(name: string | null, host: 'a' | 'b', width: Width): string {
  const { edge, inwards, anchor } = SIDES[host];
  const [fill] = colours[host];
  const mark = `<path transform="translate(${edge} ${SIDE - MARGIN - 62}) scale(${inwards} 1)" fill="${fill}"
    d="M8 0H27a31 31 0 0 1 0 62H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8Z"/>`;
  if (!name) return mark;
  const { text, size } = fitLine(name, NAME.width, NAME.size, width);
  const x = edge + inwards * NAME.indent;
  const style = { x, y: BASELINE, fill, 'font-size': size, 'text-anchor': anchor };
  return mark + drawText(text, style);
}

function drawText(text: string, style: Record<string, string | number>): string {
  const all = Object.entries({ ...style, 'font-family': FAMILY });
  const attributes = all.map(([name, value]) => `${name}="${value}"`);
  return `<text ${attributes.join(' ')}>${escapeHtml(text)}</text>`;
}

/** Use it once per picture, because it names a clip path. */
function paintWave(wave: EpisodeWave | null, drawing: WaveDrawing): string {
  const { a, b } = drawWave(wave, drawing);
  return `<clipPath id="first"><path d="${a}"/></clipPath>
  <path d="${a}" fill="${colours.wa[0]}"/>
  <path d="${b}" fill="${colours.wb[0]}"/>
  <path d="${b}" fill="${colours.meet[0]}" clip-path="url(#first)"/>`;
}

/** px in an email; the picture has twice as many. */
const STRIP = { width: 560, height: 80, radius: 14, wave: { top: 10, height: 60 } };

/** Has transparent corners, to look the same on light and dark paper. `seed` is the cover's. */
export async function drawStrip(wave: EpisodeWave | null, seed: string): Promise<Buffer> {
  const { width, height, radius, wave: place } = STRIP;
  const frame = (inset: number) =>
    `x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius - inset}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <clipPath id="well"><rect ${frame(0)}/></clipPath>
    <g clip-path="url(#well)">
      <rect width="${width}" height="${height}" fill="${colours.well[0]}"/>
      <rect y="${height / 2 - 0.75}" width="${width}" height="1.5" fill="${colours.rim[0]}" opacity=".55"/>
      <g transform="translate(0 ${place.top})">${paintWave(wave, { seed, width, height: place.height })}</g>
    </g>
    <rect ${frame(0.5)} fill="none" stroke="${colours.line[0]}"/>
  </svg>`;
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'width', value: 2 * width },
    font: { loadSystemFonts: false },
  });
  return picture.asPng();
}
