import { createHash } from 'node:crypto';
import { brand, colours } from '#shared/brand.ts';
import type { Voice } from '#shared/voices.ts';

const size = 96;
const margin = 10;

/** Low voices have wide humps, bright ones narrow humps (px of 96). */
const humpWidth = { Male: 17, Female: 10 };
const lower = /deep|resonant|rich|mature|gruff|gravelly|husky/i;
const higher = /bright|light|childlike|sweet|excited|playful|upbeat/i;

/** Draws a voice print as SVG. It depends on the voice's id, so that it is always the same. */
export function drawAvatar(voice: Voice): string {
  // The same in light and dark mode: like an app icon, it is not part of the page.
  const [ground] = colours.ground;
  const [print] = colours.lens;
  const label = `${brand.name}: the voice of ${voice.name}`.replace(/[<>&"]/g, '');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img">` +
    `<title>${label}</title><rect width="${size}" height="${size}" rx="20" fill="${ground}"/>` +
    `<path d="${silhouette(humps(voice))}" fill="${print}"/></svg>`
  );
}

interface Point {
  x: number;
  /** Half the print's width at this point, 0 to 1. */
  swing: number;
}

function humps(voice: Voice): Point[] {
  const random = dice(voice.id);
  const manner = voice.tags.join(' ');
  const lean = lower.test(manner) ? 1.25 : higher.test(manner) ? 0.8 : 1;
  const width = humpWidth[voice.gender] * lean;
  const end = size - margin;
  const points: Point[] = [{ x: margin, swing: 0 }];
  for (let x = margin; x < end - width * 0.6; ) {
    const step = Math.min(width * (0.7 + 0.6 * random()), end - x);
    const first = x === margin;
    const decay = Math.min(1, (end - x) / (size / 2));
    const loud = (0.45 + 0.55 * random()) * decay ** 0.6;
    const swing = first ? Math.max(loud, 0.66) : loud;
    points.push({ x: x + step * (first ? 0.4 : 0.5), swing });
    x += step;
    points.push({ x, swing: swing * (0.15 + 0.3 * random()) });
  }
  return [...points.slice(0, -1), { x: end, swing: 0 }];
}

function silhouette(points: Point[]): string {
  const middle = size / 2;
  const reach = middle - margin;
  const side = (sign: 1 | -1) =>
    points.map(({ x, swing }) => ({ x, y: middle + sign * swing * reach }));
  const outline = [...side(-1), ...side(1).reverse()];
  return outline
    .map(({ x, y }, index) => {
      const before = outline[index - 1];
      if (!before) return `M${short(x)} ${short(y)}`;
      const half = short((before.x + x) / 2);
      return `C${half} ${short(before.y)} ${half} ${short(y)} ${short(x)} ${short(y)}`;
    })
    .join('')
    .concat('Z');
}

const short = (value: number) => Math.round(value * 10) / 10;

function dice(seed: string): () => number {
  const bytes = createHash('sha256').update(seed).digest();
  let next = 0;
  return () => bytes.readUInt8(next++ % bytes.length) / 255;
}
