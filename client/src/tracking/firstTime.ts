const TRACKED_KEY = 'duologue.told';
/** Older ones are forgotten: no page of an order so old tells of it again. */
const MOST_KEPT = 60;

/** What this browser would not keep; it holds for the visit. */
let unkept: string[] = [];

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TRACKED_KEY) ?? '[]');
    const tracked = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
    return [...new Set([...tracked, ...unkept])];
  } catch {
    return unkept;
  }
}

/** True the first time on this device, so that a reload or a second look counts nothing twice. */
export function firstTime(what: string): boolean {
  const tracked = read();
  if (tracked.includes(what)) return false;
  unkept = [...tracked, what].slice(-MOST_KEPT);
  try {
    localStorage.setItem(TRACKED_KEY, JSON.stringify(unkept));
    unkept = [];
  } catch {
    // private windows and full disks
  }
  return true;
}
