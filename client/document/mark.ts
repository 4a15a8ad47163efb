import escapeHtml from 'escape-html';
import { brand, colours, mark } from '../../shared/brand.ts';

/** Margin on each side of the mark, as a fraction of the icon's width. */
const MARGIN = 0.14;
/** Every mask leaves a circle of 80 % of the icon's width (W3C Manifest, "Icon masks"). */
const MASKED_MARGIN = 0.2;
/** Width of the mark within its viewBox of 48 x 32. */
const DRAWN = 44;

export function tile(): string {
  return icon(MARGIN, '<rect width="64" height="64" rx="14"');
}

/** For systems that round the corners themselves. */
export function square(): string {
  return icon(MARGIN, '<rect width="64" height="64"');
}

export function maskable(): string {
  return icon(MASKED_MARGIN, '<rect width="64" height="64"');
}

/** In a viewBox of 48 x 32. */
export function drawMark(): string {
  return [
    `<path fill="${colours['a-fill'][0]}" d="${mark.a}"/>`,
    `<path fill="${colours['b-fill'][0]}" d="${mark.b}"/>`,
    `<path fill="${colours.lens[0]}" d="${mark.lens}"/>`,
  ].join('');
}

function icon(margin: number, ground: string): string {
  const scale = (64 * (1 - 2 * margin)) / DRAWN;
  const place = `translate(${round(32 - 24 * scale)} ${round(32 - 16 * scale)}) scale(${round(scale)})`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<title>${escapeHtml(brand.name)}</title>`,
    `${ground} fill="${colours.ground[0]}"/>`,
    `<g transform="${place}">${drawMark()}</g>`,
    '</svg>',
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
