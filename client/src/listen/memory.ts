import { SPEEDS } from './player.ts';

const SPEED_KEY = 'duologue.speed';
const placeKey = (token: string) => `duologue.place.${token}`;

/** Less than this from either end and the listener starts at the beginning. */
const WORTH_KEEPING = 5;

/** Reads and writes that a private window may forbid: forgetting is then the right answer. */
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
    // nothing to do: the next visit starts at the beginning
  }
}

export function recallSpeed(): number {
  const kept = Number(recall(SPEED_KEY));
  return SPEEDS.find((speed) => speed === kept) ?? 1;
}

export function keepSpeed(rate: number): void {
  keep(SPEED_KEY, String(rate));
}

/** Where the listener stopped on this device, in seconds; 0 for a new or finished episode. */
export function recallPlace(token: string): number {
  const kept = Number(recall(placeKey(token)));
  return Number.isFinite(kept) && kept > 0 ? kept : 0;
}

export function keepPlace(token: string, time: number, duration: number): void {
  const inside = time >= WORTH_KEEPING && time <= duration - WORTH_KEEPING;
  keep(placeKey(token), inside ? String(Math.round(time * 10) / 10) : null);
}

/** `t=` of a shared link: seconds, or null when it says nothing useful. */
export function startFrom(search: URLSearchParams): number | null {
  const text = search.get('t');
  const seconds = Number(text);
  return text && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
