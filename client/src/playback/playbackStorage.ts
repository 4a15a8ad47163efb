import type { Listening } from '#shared/episode.ts';
import { SPEEDS } from '../ui/player.ts';

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

/** A place in an episode and how long ago the listener was there, both in seconds. */
type Place = NonNullable<Listening['episode']['position']>;

/** Where the listener stopped on this device; null where they never were. */
function recallPlace(token: string): Place | null {
  const kept = /^(\d+(?:\.\d)?) (\d+)$/.exec(recall(placeKey(token)) ?? '');
  return kept && { seconds: Number(kept[1]), age: (Date.now() - Number(kept[2])) / 1000 };
}

export function keepPlace(token: string, seconds: number): void {
  keep(placeKey(token), `${seconds} ${Date.now()}`);
}

/**
 * Where to go on, in seconds: where the listener was last, on this device or as the server has been
 * `told` by any; 0 for a new or finished episode.
 */
export function resumeFrom(token: string, event: Place | null): number {
  const kept = recallPlace(token);
  const last = kept && event ? (kept.age < event.age ? kept : event) : (kept ?? event);
  return last?.seconds ?? 0;
}

/** The place to remember, in tenths of a second: at either end it is the beginning. */
export function placeToKeep(time: number, duration: number): number {
  const isInside = time >= WORTH_KEEPING && time <= duration - WORTH_KEEPING;
  return isInside ? Math.round(time * 10) / 10 : 0;
}

/** The same episode has another token from now on. */
export function movePlace(from: string, to: string): void {
  keep(placeKey(to), recall(placeKey(from)));
  keep(placeKey(from), null);
}

/** `t=` of a shared link: seconds, or null when it says nothing useful. */
export function startFrom(search: URLSearchParams): number | null {
  const text = search.get('t');
  const seconds = Number(text);
  return text && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
