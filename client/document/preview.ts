import type { ResvgRenderOptions } from '@resvg/resvg-js';
import escapeHtml from 'escape-html';
import { drawDuet, imagineTurns, seedOf } from '#shared/wave.ts';
import { brand, colours } from '../../shared/brand.ts';
import { preview } from '../../shared/pages.ts';
import { FAMILY, measure } from './glyphs.ts';
import { drawMark } from './mark.ts';

const { width, height } = preview;
const MARGIN = 64;
/** The light at the top of every page, pre-blended because a transparent gradient shows banding. */
const SPOTLIGHT = '#432017';
/** Overlap of the two headline lines, px. */
const OVERLAP = 28;
const WAVE = { top: 424, height: 190, hump: 30, turns: 9 };

/** The link preview, simple enough to read at thumbnail size. */
export function drawPreview(options: ResvgRenderOptions): string {
  const [first = '', ...rest] = brand.tagline.split(' ');
  const upper = line(first, options, 110);
  const lower = line(rest.join(' '), options, upper.baseline - OVERLAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    drawSpotlight(),
    drawName(),
    `<clipPath id="first">${upper.text('')}</clipPath>`,
    upper.text(`fill="${colours.da[0]}"`),
    lower.text(`fill="${colours.db[0]}"`),
    `<g clip-path="url(#first)">${lower.text(`fill="${colours.meet[0]}"`)}</g>`,
    drawWave(),
    '</svg>',
  ].join('');
}

/** A line from margin to margin; `top` is that of its glyphs, px. */
function line(words: string, options: ResvgRenderOptions, top: number) {
  const ink = measure(words, options);
  const scale = (width - 2 * MARGIN) / ink.width;
  const x = MARGIN - ink.x * scale;
  const baseline = top - ink.y * scale;
  return {
    baseline,
    text: (attributes: string) =>
      `<text x="${x}" y="${baseline}" font-family="${FAMILY}" font-size="${100 * scale}" ${attributes}>${escapeHtml(words)}</text>`,
  };
}

function drawName(): string {
  return `<g transform="translate(${MARGIN} 32) scale(1.4)">${drawMark()}</g>
    <text x="${MARGIN + 48 * 1.4 + 14}" y="67" font-family="${FAMILY}" font-size="38" fill="${colours.ink[0]}">${escapeHtml(brand.name)}</text>`;
}

function drawSpotlight(): string {
  const place = `translate(${width / 2} ${-0.12 * height}) scale(${1.2 * width} ${1.1 * height})`;
  return `<radialGradient id="spotlight" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">
    <stop offset="0" stop-color="${SPOTLIGHT}"/>
    <stop offset=".8" stop-color="${colours.ground[0]}"/>
  </radialGradient>
  <rect width="${width}" height="${height}" fill="url(#spotlight)"/>`;
}

function drawWave(): string {
  const seed = seedOf(brand.tagline);
  const size = { seed, width: width + 80, height: WAVE.height, hump: WAVE.hump };
  const { a, b } = drawDuet(imagineTurns(seed, WAVE.turns), size);
  return `<g transform="translate(-40 ${WAVE.top})">
    <clipPath id="talk"><path d="${a}"/></clipPath>
    <path d="${a}" fill="${colours.wa[0]}"/>
    <path d="${b}" fill="${colours.wb[0]}"/>
    <path d="${b}" fill="${colours.meet[0]}" clip-path="url(#talk)"/>
  </g>`;
}
