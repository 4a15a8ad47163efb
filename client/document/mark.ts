import escapeHtml from 'escape-html';
import { brand, colours, mark } from '../../shared/brand.ts';

/** Margin on each side of the mark, as a fraction of the icon's width (brand section 5). */
const MARGIN = 0.14;
/**
 * Systems may mask an icon; only a circle of 80 % of its width is always visible (W3C, Web Application
 * Manifest, section "Icon masks").
 */
const MASKED_MARGIN = 0.2;
/** Width of the mark within its viewBox of 48 x 32. */
const DRAWN = 44;

/** The mark on the dark background, with rounded corners. */
export function tile(): string {
  return icon(MARGIN, '<rect width="64" height="64" rx="14"');
}

/** With square corners, for systems that round them themselves. */
export function square(): string {
  return icon(MARGIN, '<rect width="64" height="64"');
}

/** With square corners, and small enough for any mask. */
export function maskable(): string {
  return icon(MASKED_MARGIN, '<rect width="64" height="64"');
}

/** The two Ds and their lens in a viewBox of 48 x 32. */
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
