/** A point of a silhouette's upper edge: position, and height from 0 to 1. */
type Point = [x: number, height: number];

/** The speaker, and start and end as shares of the whole. */
export interface Turn {
  host: 'A' | 'B';
  from: number;
  to: number;
}

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A conversation: turns that alternate and overlap a little, with short interjections by the other
 * host in the long ones.
 */
export function converse(random: () => number, count: number): Turn[] {
  const lengths = Array.from({ length: count }, () => 0.5 + random() * 1.2);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const turns: Turn[] = [];
  let host: Turn['host'] = 'A';
  let from = 0;
  for (const length of lengths) {
    const share = length / whole;
    const other: Turn['host'] = host === 'A' ? 'B' : 'A';
    turns.push({ host, from: Math.max(0, from - 0.022), to: Math.min(1, from + share) });
    if (share > 0.1 && random() < 0.7) {
      const start = from + share * (0.35 + 0.35 * random());
      turns.push({ host: other, from: start, to: start + Math.min(0.045, share * 0.25) });
    }
    from += share;
    host = other;
  }
  return turns;
}

/**
 * One turn as an SVG path, mirrored on its centre line: a steep attack, a hump for each group of
 * syllables, and a soft decay over the second half. `hump` is the width of a hump in pixels.
 */
export function silhouette(
  random: () => number,
  shape: { from: number; to: number; middle: number; height: number; hump: number },
): string {
  const points = humps(random, shape);
  const reach = (height: number) => (height * shape.height * 0.96) / 2;
  const top = points.map(([x, height]): Point => [x, shape.middle - reach(height)]);
  const bottom = points.map(([x, height]): Point => [x, shape.middle + reach(height)]).reverse();
  return `M${round(shape.from)} ${round(shape.middle)}${curve(top)}${curve(bottom)}Z`;
}

function humps(
  random: () => number,
  { from, to, hump }: { from: number; to: number; hump: number },
): Point[] {
  const points: Point[] = [[from, 0]];
  const decay = Math.max((to - from) * 0.55, hump * 1.5);
  let x = from;
  while (x < to - hump * 0.6) {
    const attack = x === from;
    // Never past the end of the turn, where it would be cut off.
    const width = Math.min(hump * (0.6 + 0.9 * random()), to - x);
    const loudness = Math.min(1, (to - x) / decay) ** 0.55;
    const peak = Math.max((0.42 + 0.58 * random()) * loudness, attack ? 0.62 * loudness : 0);
    points.push([x + width * (attack ? 0.38 : 0.5), peak]);
    x += width;
    if (x < to - hump * 0.6) points.push([x, peak * (0.16 + 0.34 * random())]);
  }
  points.push([to, 0]);
  return points;
}

/** Cubic segments with level tangents from each point to the next. */
function curve(points: Point[]): string {
  return points
    .slice(1)
    .map(([x, y], i) => {
      const [fromX, fromY] = points[i] ?? [x, y];
      const half = round((fromX + x) / 2);
      return `C${half} ${round(fromY)} ${half} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
