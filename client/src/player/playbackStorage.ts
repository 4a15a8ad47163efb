import type { Position } from '#shared/episode.ts';
import { FASTEST, nearestSpeed, SLOWEST } from './engine/player.ts';

const SPEED_KEY = 'duologue.speed';
const positionKey = (token: string) => `duologue.place.${token}`;

/** Positions closer than this to either end count as the beginning, s. */
const MARGIN = 5;

/** Storage may be forbidden, as in private windows; then nothing is remembered. */
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // the next visit starts at the beginning
  }
}

export function recallSpeed(): number {
  const kept = Number(recall(SPEED_KEY));
  return kept >= SLOWEST && kept <= FASTEST ? nearestSpeed(kept) : 1;
}

export function keepSpeed(rate: number): void {
  keep(SPEED_KEY, String(rate));
}

function recallPosition(token: string): Position | null {
  const kept = /^(\d+(?:\.\d)?) (\d+)$/.exec(recall(positionKey(token)) ?? '');
  return kept && { seconds: Number(kept[1]), age: (Date.now() - Number(kept[2])) / 1000 };
}

export function keepPosition(token: string, seconds: number): void {
  keep(positionKey(token), `${seconds} ${Date.now()}`);
}

/** When each position from the server was first read, ms: its `age` is as of the reply. */
const seenAt = new WeakMap<Position, number>();

function ageNow(synced: Position): number {
  const now = Date.now();
  const seen = seenAt.get(synced) ?? now;
  seenAt.set(synced, seen);
  return synced.age + (now - seen) / 1000;
}

/** Returns the second to resume at, by the newer position (`synced` is the server's), or else 0. */
export function resumeFrom(token: string, synced: Position | null): number {
  const kept = recallPosition(token);
  // Always read: the age counts from the first reading.
  const age = synced ? ageNow(synced) : Number.POSITIVE_INFINITY;
  const last = kept && kept.age < age ? kept : synced;
  return last?.seconds ?? 0;
}

/** Returns the position to store, rounded to tenths of a second; 0 near either end. */
export function positionToKeep(time: number, duration: number): number {
  const isInside = time >= MARGIN && time <= duration - MARGIN;
  return isInside ? Math.round(time * 10) / 10 : 0;
}

export function moveStoredPosition(from: string, to: string): void {
  keep(positionKey(to), recall(positionKey(from)));
  keep(positionKey(from), null);
}

/** `t=` of a shared link in seconds; null if missing or invalid. */
export function startFrom(search: URLSearchParams): number | null {
  const text = search.get('t');
  const seconds = Number(text);
  return text && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
