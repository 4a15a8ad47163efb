import type { EpisodeWave } from './episode.ts';

export type { EpisodeWave };

/** The equal slots of time into which an `EpisodeWave` divides its episode. */
export const WAVE_SLOTS = 96;

/** `from` and `to` are fractions of the whole length. */
export type Turn = { side: 'A' | 'B'; from: number; to: number };

/** How early a turn begins before the last one ends, as a fraction of the narrowest turn. */
const OVERLAP = 0.55;

type Point = { x: number; swell: number };

/** Seeded random numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** FNV-1a. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

export function imagineTurns(seed: number, count: number): Turn[] {
  const random = randomFrom(seed);
  const lengths = Array.from({ length: count }, () => 0.5 + random() * 1.2);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const turns: Turn[] = [];
  let at = 0;
  let side: Turn['side'] = random() < 0.5 ? 'A' : 'B';
  for (const part of lengths) {
    const length = part / whole;
    const other = side === 'A' ? 'B' : 'A';
    const early = random() < 0.75 ? Math.min(0.022, length * 0.3) : 0;
    turns.push({ side, from: Math.max(0, at - early), to: Math.min(1, at + length) });
    if (length > 0.1 && random() < 0.7) {
      const cut = at + length * (0.35 + 0.35 * random());
      turns.push({ side: other, from: cut, to: cut + Math.min(0.045, length * 0.25) });
    }
    at += length;
    side = other;
  }
  return turns;
}

/**
 * The turns of a real conversation, wide enough to draw: only the last may be shorter than the
 * whole divided by `slots`, and each host's share of the whole is right to within that. A host
 * holds the floor until the other is owed half a slot, and has then paid back his own debt, so that
 * nobody is outvoted. Silence is shared out as the talk is.
 */
export function turnsOf({ a, b }: EpisodeWave, slots: number): Turn[] {
  const total = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0);
  const [all, both] = [total(a), total(a) + total(b)];
  const shareOfA = both > 0 ? all / both : 0.5;
  const maxDeficit = 0.5 / slots;
  const turns: Turn[] = [];
  const first = a.findIndex((share, i) => share !== b[i]);
  let side: Turn['side'] = (a[first] ?? 0) >= (b[first] ?? 0) ? 'A' : 'B';
  let from = 0;
  // What the other host is owed, as a fraction of the whole.
  let deficit = -maxDeficit / 2;
  a.forEach((spokenByA, i) => {
    const spokenByB = b[i] ?? 0;
    const spoken = spokenByA + spokenByB;
    const partOfA = spoken > 1 ? spokenByA / spoken : spokenByA + (1 - spoken) * shareOfA;
    const end = (i + 1) / a.length;
    for (let at = i / a.length; at < end; ) {
      const pace = side === 'A' ? 1 - partOfA : partOfA;
      const next = at + (maxDeficit - deficit) / pace;
      // Nobody begins near the end: the debt then exceeds the limit, and `next` lies behind `at`.
      if (next >= at && next < end && next < 1 - maxDeficit / 2) {
        turns.push({ side, from, to: next });
        side = side === 'A' ? 'B' : 'A';
        from = next;
        deficit = -maxDeficit;
        at = next;
      } else {
        deficit += pace * (end - at);
        at = end;
      }
    }
  });
  turns.push({ side, from, to: 1 });
  return turns.map((turn) => ({ ...turn, from: Math.max(0, turn.from - OVERLAP / slots) }));
}

/** Outline of one turn: a steep start, a hump per group of syllables, a decay over the second half. */
function swellsOf(from: number, to: number, hump: number, random: () => number): Point[] {
  const length = to - from;
  const points: Point[] = [{ x: from, swell: 0 }];
  let x = from;
  while (x < to - hump * 0.6) {
    const first = x === from;
    // The last hump shrinks to fit: cut off at its peak, it would end in a wall.
    const wide = Math.min(to - x, hump * (0.6 + 0.9 * random()));
    const left = Math.min(1, (to - x) / Math.max(length * 0.55, hump * 1.5));
    const any = (0.42 + 0.58 * random()) * left ** 0.55;
    const peak = first ? Math.max(any, 0.62 * Math.sqrt(left)) : any;
    points.push({ x: x + wide * (first ? 0.38 : 0.5), swell: peak });
    const valley = peak * (0.16 + 0.34 * random());
    x += wide;
    if (x < to - hump * 0.6) points.push({ x, swell: valley });
  }
  if (points.length === 1) points.push({ x: from + length * 0.4, swell: 0.62 });
  points.push({ x: to, swell: 0 });
  return points;
}

const round = (value: number) => Math.round(value * 10) / 10;

function curve(points: { x: number; y: number }[]): string {
  return points
    .slice(1)
    .map((point, i) => {
      const before = points[i] ?? point;
      const middle = round((before.x + point.x) / 2);
      return `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    })
    .join('');
}

function silhouette(points: Point[], height: number): string {
  const middle = height / 2;
  const reach = middle * 0.96;
  const upper = points.map(({ x, swell }) => ({ x, y: middle - swell * reach }));
  const lower = points.map(({ x, swell }) => ({ x, y: middle + swell * reach })).reverse();
  const start = upper[0] ?? { x: 0, y: middle };
  return `M${round(start.x)} ${round(start.y)}${curve(upper)}${curve(lower)}Z`;
}

type Drawing = { seed: number; width: number; height: number; hump?: number | undefined };

/** SVG paths; the page blends the colours where the hosts overlap. */
export function drawDuet(turns: readonly Turn[], drawing: Drawing): { a: string; b: string } {
  const { seed, width, height, hump = 14 } = drawing;
  const random = randomFrom(seed);
  const paths = { a: '', b: '' };
  for (const turn of turns) {
    const own = turn.side === 'A' ? hump : hump * 0.8;
    const swells = swellsOf(turn.from * width, turn.to * width, own, random);
    paths[turn.side === 'A' ? 'a' : 'b'] += silhouette(swells, height);
  }
  return paths;
}

/** Width of a hump, px. */
const humpOf = (height: number) => 4 + height * 0.15;

/** The narrowest turn that can be told from its neighbours, px. */
const TURN = 20;

export type WaveDrawing = {
  /** Identifies the episode; only an imagined conversation depends on it. */
  seed: string;
  /** Px. A wider wave has more turns, not wider ones. */
  width: number;
  height: number;
};

export function drawWave(wave: EpisodeWave | null | undefined, drawing: WaveDrawing) {
  const { width, height } = drawing;
  const hump = humpOf(height);
  const slots = Math.max(1, Math.round(width / Math.max(TURN, hump * 1.4)));
  const seed = seedOf(wave ? wave.a.join() : drawing.seed);
  const turns = wave
    ? turnsOf(wave, slots)
    : imagineTurns(seed, Math.max(4, Math.round(slots / 2.2)));
  return drawDuet(turns, { seed, width, height, hump });
}

/** SVG path of one voice: wide humps (14) for a low voice, narrow (7) for a bright one. */
export function drawVoice({ seed, width, height, hump = 14 }: Drawing): string {
  return silhouette(swellsOf(0, width, hump, randomFrom(seed)), height);
}
