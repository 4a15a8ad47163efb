import escapeHtml from 'escape-html';
import { colours, mark } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import { fitLine, LEADING, setText, type Width } from './lettering.ts';
import { paintWave } from './paintWave.ts';
import { FAMILY } from './typeface.ts';

const SIDE = 1400;
const MARGIN = 84;
const LAMP = '#ff9e40';
const INNER = SIDE - 2 * MARGIN;
const TITLE = { width: INNER, height: 520 };
const BLEED = 70;
const WAVE = { top: 620, width: SIDE + 2 * BLEED, height: 580 };
const BASELINE = SIDE - MARGIN - 8;
const NAME = { size: 72, width: INNER / 2 - 110, indent: 82 };

/** A text is null when our typeface cannot show it. */
interface Contents {
  title: string | null;
  first: string | null;
  second: string | null;
  seed: string;
  wave: EpisodeWave | null;
}

export function composeCover({ title, first, second, seed, wave }: Contents, width: Width): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">`,
    drawLamp(),
    title ? drawTitle(title, width) : drawMark(),
    `<g transform="translate(${-BLEED} ${WAVE.top})">${paintWave(wave, { seed, ...WAVE })}</g>`,
    drawHost({ name: first, fill: colours.a[0], edge: MARGIN, inwards: 1 }, width),
    drawHost({ name: second, fill: colours.b[0], edge: SIDE - MARGIN, inwards: -1 }, width),
    '</svg>',
  ].join('');
}

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
  const style = { size, fill: colours.ink[0], anchor: 'start' };
  return lines
    .map((line, i) => drawText(line, MARGIN, MARGIN + size * (0.8 + i * LEADING), style))
    .join('');
}

function drawMark(): string {
  return `<g transform="translate(${SIDE / 2 - 312} ${MARGIN + 24}) scale(13)">
    <path fill="${colours['a-fill'][0]}" d="${mark.a}"/>
    <path fill="${colours['b-fill'][0]}" d="${mark.b}"/>
    <path fill="${colours.lens[0]}" d="${mark.lens}"/>
  </g>`;
}

interface Host {
  name: string | null;
  fill: string;
  edge: number;
  inwards: 1 | -1;
}

function drawHost({ name, fill, edge, inwards }: Host, width: Width): string {
  const mark = `<path transform="translate(${edge} ${SIDE - MARGIN - 62}) scale(${inwards} 1)" fill="${fill}"
    d="M8 0H27a31 31 0 0 1 0 62H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8Z"/>`;
  if (!name) return mark;
  const { text, size } = fitLine(name, NAME.width, NAME.size, width);
  const anchor = inwards === 1 ? 'start' : 'end';
  const style = { size, fill, anchor };
  return mark + drawText(text, edge + inwards * NAME.indent, BASELINE, style);
}

interface Style {
  size: number;
  fill: string;
  anchor: string;
}

function drawText(text: string, x: number, y: number, { size, fill, anchor }: Style): string {
  const position = `x="${x}" y="${y}" text-anchor="${anchor}"`;
  const font = `font-family="${FAMILY}" font-size="${size}" fill="${fill}"`;
  return `<text ${position} ${font}>${escapeHtml(text)}</text>`;
}
